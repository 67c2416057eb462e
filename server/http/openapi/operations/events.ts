import { Type } from 'typebox'
import type { OperationTable } from '../operation-docs.ts'

export const eventDocs: OperationTable = {
  'GET /events/stream': {
    id: 'streamEvents',
    tag: 'Events',
    description:
      'Server-sent events: `id` is the sequence number, `event` the kind and `data` the record of the change feed. The stream stays open; resume it with `Last-Event-ID`.',
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        description: 'The sequence number behind which to resume.',
        schema: Type.String({ pattern: '^\\d{1,15}$' }),
        example: '0',
      },
    ],
    answers: {
      200: {
        description: 'The open stream.',
        schema: Type.String(),
        example: 'id: 18233\nevent: entity.updated\ndata: {"sequence":18233}\n\n',
        mediaType: 'text/event-stream',
      },
    },
    issues: ['expected_non_negative_integer'],
  },
}
