export interface Fee {
  readonly amountCents: number;
  readonly currency: string;
}
