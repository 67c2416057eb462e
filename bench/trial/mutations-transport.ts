import type { MutationTable } from './mutations.ts'

/** What guards a server of a team, and what is measured of it. */
export const transportMutations: MutationTable = {
  'server/monitoring/monitor-routes.ts': [
    [
      'TEAM-01',
      'mayLookInside(request) ? describeHealth(services, health) : health',
      'describeHealth(services, health)',
    ],
    ['TEAM-02', "token !== '' && timingSafeEqual", 'timingSafeEqual'],
  ],
  'server/edge/direct-connection.ts': [
    ['TEAM-02', '&& forwardingHeaders.every((name) => headers[name] === undefined)', ''],
  ],
  'server/monitoring/metrics.ts': [['TEAM-03', 'routeOptions.url ?? otherRoute', 'otherRoute']],
}
