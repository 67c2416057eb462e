import { Type } from 'typebox'
import type { OperationTable } from '../operation-docs.ts'

export const descriptionDocs: OperationTable = {
  'GET /openapi': {
    id: 'getOpenapi',
    tag: 'Description',
    description: 'The same document is open, without a key, at `/docs/openapi.json` of the server.',
    answers: {
      200: {
        description: 'An OpenAPI 3.1 document.',
        schema: Type.Object({ openapi: Type.String() }, { additionalProperties: true }),
        example: { openapi: '3.1.0' },
      },
    },
  },
}
