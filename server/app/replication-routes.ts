import { replicationRoutes } from '#shared/routes/replication.ts'
import { area } from '../edge/area.ts'

/** How far the replica of the data folder has come. */
export const replicationArea = area(replicationRoutes, {
  'GET /replication': ({ services: { replication } }) => ({ data: replication?.status() ?? null }),
})
