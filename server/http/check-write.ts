import type { FastifyRequest } from 'fastify'
import { readQuery } from './query-string.ts'
import { writeContext } from './request-context.ts'
import { checkBody, refuseUnreadableBody } from './structural-faults.ts'

/** What every write hands to the catalog: the body, the faults of form, and who writes. Writes take no query parameter. */
export function checkWrite<Body>(request: FastifyRequest) {
  const { body, faults } = checkBody<Body>(request)
  return { body, faults: [...readQuery(request).settle(), ...faults], context: writeContext(request) }
}

/** As `checkWrite`, for writes that address no entity: of a body that could not be read there is nothing more to say. */
export function checkNew<Body>(request: FastifyRequest) {
  refuseUnreadableBody(request)
  return checkWrite<Body>(request)
}
