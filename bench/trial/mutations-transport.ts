import type { MutationTable } from './mutations.ts'

/** What guards a server of a team, and what is measured of it. */
export const transportMutations: MutationTable = {
  'server/monitoring/monitor-routes.ts': [
    [
      'TEAM-01',
      'mayLookInside(request) ? describeHealth(services, health) : health',
      'describeHealth(services, health)',
    ],
    ['TEAM-14', 'if (!mayLookInside(request)) throw needsToken()\n', ''],
    ['TEAM-02', "token !== '' && timingSafeEqual", 'timingSafeEqual'],
  ],
  'server/reach/loopback.ts': [
    ['TEAM-02', '&& forwardingHeaders.every((name) => headers[name] === undefined)', ''],
  ],
  'server/monitoring/metrics.ts': [['TEAM-03', 'routeOptions.url ?? otherRoute', 'otherRoute']],
  'server/reach/reach-options.ts': [
    ['TEAM-04', 'if (!isLoopbackName(host)) throw', "if (host === '') throw"],
    ['TEAM-04', 'names === undefined', "names === ''"],
    ['TEAM-05', 'if (prefix === 0)', 'if (prefix < 0)'],
  ],
  'server/reach/reach-guard.ts': [
    ['TEAM-05', "return request.protocol === 'https' ? undefined : 'over https'", 'return undefined'],
    ['TEAM-07', "minVersion: 'TLSv1.2', handshakeTimeout", "minVersion: 'TLSv1.3', handshakeTimeout"],
    ['TEAM-07', "{ 'strict-transport-security': 'max-age=31536000' }", '{}'],
  ],
  'server/reach/certificate-watch.ts': [['TEAM-08', 'server.setSecureContext({', 'void ({']],
  'server/edge/address.ts': [
    ['TEAM-06', 'isSecure ? secureCookie', 'port === 0 ? secureCookie'],
    ['TEAM-06', 'publicOrigin: origin', 'publicOrigin: undefined'],
  ],
  'server/edge/strangers.ts': [['TEAM-09', 'if (count <= this.#most) return', 'if (count > 0) return']],
  'server/app/home-copy-routes.ts': [
    ['TEAM-11', "teamOf(services).audit.note({ action: 'copy_taken', ...noted })", ''],
  ],
  'server/store/file/home-copy.ts': [
    ['TEAM-11', "sqlite.exec('DELETE FROM comment')", ''],
    ['TEAM-12', "sqlite.exec('BEGIN')", "sqlite.exec('')"],
  ],
  'server/workspaces/home-copies.ts': [
    ['TEAM-12', 'if (running.length >= mostAtOnce)', 'if (running.length < 0)'],
  ],
  'server/access/team/links.ts': [['TEAM-13', "this.#certificate === undefined ? ''", "token !== '' ? ''"]],
}
