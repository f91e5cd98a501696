/** Notes for events and their feeds. */
export const eventNotes: Readonly<Record<string, string>> = {
  'Event.id': 'The id of the event: its position in the feed.',
  'Event.type': 'The type of the event.',
  'Event.time': 'When it happened, to the second.',
  'Event.subject': 'The path of the resource below `/api/v1/`.',
  'Event.data': 'The resource that changed.',
  'EventData.id': 'The id of the resource.',
  'EventData.statusId': 'The status of the resource at that time; absent if it has none.',
  'EventData.rejectedReasonCode':
    'The kind of reason of a rejection; null if the reviewer chose none. Absent from other events.',
  'EventData.version':
    'The version of a residency application at that time; absent for other resources.',
  'EventFeed.data': 'The events, oldest first.',
  'EventFeed.pagination': 'The position in the feed.',
  'pagination.lastEventId':
    'Send this as `lastEventId` with your next call; null while there are no events.',
  'pagination.hasMore': 'Whether more events are available now.',
  'CloudEvent.specversion': 'The version of CloudEvents.',
  'CloudEvent.id': 'The id of the event: its position in the feed.',
  'CloudEvent.source': 'The address of the feed.',
  'CloudEvent.type': 'The type of the event.',
  'CloudEvent.time': 'When it happened, to the second.',
  'CloudEvent.subject': 'The path of the resource below `/api/v1/`.',
  'CloudEvent.datacontenttype': 'The media type of `data`.',
  'CloudEvent.data': 'The resource that changed.',
};
