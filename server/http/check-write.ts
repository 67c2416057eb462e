import type { FastifyRequest } from 'fastify'
import { readQuery } from './query-string.ts'
import { writeContext } from './request-context.ts'
import { checkBody } from './structural-faults.ts'

/** What every write hands to the catalog: the body, the faults of form, and who writes. Writes take no query parameter. */
export function checkWrite<Body>(request: FastifyRequest) {
  const { body, faults } = checkBody<Body>(request)
  return { body, faults: [...readQuery(request).settle(), ...faults], context: writeContext(request) }
}
