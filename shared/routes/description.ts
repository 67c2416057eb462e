import { Type } from 'typebox'
import type { AppRouteTable } from './route.ts'

/** The OpenAPI document of the surface. */
export const descriptionRoutes = {
  'GET /openapi': {
    id: 'getOpenapi',
    role: 'anyone',
    tag: 'Description',
    summary: 'Read this document',
    answers: { 200: Type.Object({ openapi: Type.String() }, { additionalProperties: true }) },
    docs: () => ({
      description: 'The same document is open, without a key, at `/docs/openapi.json` of the server.',
      answers: { 200: ['An OpenAPI 3.1 document.', { openapi: '3.1.0' }] },
    }),
  },
} satisfies AppRouteTable
