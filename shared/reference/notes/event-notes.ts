/** Of events and their feeds. */
export const eventNotes: Readonly<Record<string, string>> = {
  'Event.id': 'Its place in the feed, and the change that it tells of.',
  'Event.type': 'What has happened, and to what.',
  'Event.time': 'When it happened, to the second.',
  'Event.subject': 'Where the thing is read: its path below `/api/v1/`.',
  'Event.data': 'What it happened to.',
  'EventData.id': 'The id of the thing.',
  'EventData.statusId': 'The status that it had then; not there for what has none.',
  'EventData.version':
    'Of a residency application, the version that it had then; not there for others.',
  'EventFeed.data': 'The events, the oldest first.',
  'EventFeed.pagination': 'How far the feed was read.',
  'pagination.lastEventId': 'The `lastEventId` of the next call; null while nothing has happened.',
  'pagination.hasMore': 'Whether there is more to read already.',
  'CloudEvent.specversion': 'The version of CloudEvents.',
  'CloudEvent.id': 'Its place in the feed, and the change that it tells of.',
  'CloudEvent.source': 'The address of the feed.',
  'CloudEvent.type': 'What has happened, and to what.',
  'CloudEvent.time': 'When it happened, to the second.',
  'CloudEvent.subject': 'Where the thing is read: its path below `/api/v1/`.',
  'CloudEvent.datacontenttype': 'The media type of `data`.',
  'CloudEvent.data': 'What it happened to.',
};
