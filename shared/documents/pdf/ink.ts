/** Colours of the documents. Text keeps a contrast of at least 7 : 1 on white, and prints well in grey. */
export const ink = {
  text: '#1b1f2a',
  heading: '#1c2b4a',
  secondary: '#4b5263',
  rule: '#8a93a8',
  frame: '#1c2b4a',
  seal: '#1c2b4a',
  /** Below the text, which keeps a contrast of 5 : 1 on it. */
  specimen: '#f2d9d6',
} as const;
