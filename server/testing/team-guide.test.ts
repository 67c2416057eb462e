import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { textOption } from '../cli/command.ts'
import { commands } from '../cli/main.ts'
import { parseCommandLine } from '../cli/parse-command-line.ts'
import { messages as german } from '#shared/languages/de.ts'
import { roles } from '#shared/team.ts'
import { commandOfUnit, readTeamFile, shellOf, teamGuide, vitrineCommandsIn } from './team-guide.ts'

const root = join(import.meta.dirname, '../..')
const dockerfile = readTeamFile('Dockerfile')
const compose = parse(readTeamFile('compose.yaml'))
const unit = readTeamFile('vitrine.service')
const settings = readTeamFile('team.env')
const served = parseCommandLine(compose.services.vitrine.command, commands)
const ofUnit = parseCommandLine(commandOfUnit().split(' ').slice(1), commands)

function instruction(name: string): string {
  return new RegExp(`^${name} (?!--from)(.+)$`, 'm').exec(dockerfile)?.[1] ?? ''
}

function readSources(): string {
  return readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^testing/.test(name))
    .map((name) => readFileSync(join(root, 'server', name), 'utf8'))
    .join('\n')
}

test('[TEAM-10] every command and option of the guide is one of the program', () => {
  const lines = vitrineCommandsIn(teamGuide)
  expect(lines.length).toBeGreaterThanOrEqual(5)
  for (const words of lines) expect(parseCommandLine(words, commands).command).toBeDefined()
  const known = new Set(commands.flatMap(({ options }) => Object.keys(options)).concat('data', 'json'))
  const prose = teamGuide.replaceAll(/^```sh\n.*?^```$/gms, '')
  const named = [...prose.matchAll(/(?<=[`\s])--([a-z][a-z-]*)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !known.has(name))).toEqual([])
  const inProse = [...prose.matchAll(/`vitrine ([a-z]+ [a-z][a-z-]*)/g)].map(([, name]) => name)
  expect(inProse.filter((name) => !commands.some((command) => command.name === name))).toEqual([])
})

test('[TEAM-10] the guide names every file of its folder and none that is not there', () => {
  const files = readdirSync(join(root, 'docs/team')).filter((name) => !name.endsWith('.tgz'))
  const named = [...teamGuide.matchAll(/\]\(team\/([^)]+)\)/g)].map(([, name]) => name)
  expect(new Set(named)).toEqual(new Set(files))
  const installed = [
    ...shellOf('With systemd')
      .join('')
      .matchAll(/ (team\.env|[\w-]+\.service|Caddyfile)\b/g),
  ]
  expect(new Set(installed.map(([, name]) => name))).toEqual(
    new Set(['team.env', 'vitrine.service', 'Caddyfile']),
  )
})

test('[TEAM-10] every address and every page that the guide names is there', () => {
  const sources = readSources()
  const paths = [...teamGuide.matchAll(/(?<=[`\w])(\/(?:health|metrics|app\/v1\/[\w/-]+))(?=[`\s])/g)]
  const named = new Set(paths.map(([, path = '']) => path.replace('/app/v1', '')))
  expect(named).toEqual(new Set(['/health', '/metrics', '/oidc/callback']))
  expect([...named].filter((path) => !sources.includes(`${path}'`))).toEqual([])
  const pages = [...teamGuide.matchAll(/(?<=[ (])_([A-Z][\w ]+…?)_(?=[\s,.])/g)].map(([, page = '']) => page)
  expect(pages).toEqual(expect.arrayContaining(['People', 'Replica', 'Open a team catalog…']))
  expect(pages.filter((page) => !Object.hasOwn(german, page))).toEqual([])
})

test('[TEAM-10] the guide explains every role, and settings are those that the program reads', () => {
  const rows = [...teamGuide.matchAll(/^\| `(\w+)` /gm)].map(([, role]) => role)
  expect(rows).toEqual([...roles])
  const sources = readSources()
  const variables = [...`${settings}\n${teamGuide}`.matchAll(/\b(?:VITRINE|AWS)_[A-Z_]+\b/g)].map(
    ([name]) => name,
  )
  expect(variables.length).toBeGreaterThan(6)
  expect(variables.filter((name) => !sources.includes(name))).toEqual([])
})

test('[TEAM-10] unit and compose file start a team by the settings alone, and agree with the Caddyfile on the port', () => {
  const port = String(served.options['port'])
  for (const { command, options } of [served, ofUnit]) {
    expect(command?.name).toBe('serve')
    expect(options).toMatchObject({
      team: true,
      port,
      'public-url': 'https://${CATALOG_HOST}',
      replicate: '${REPLICA}',
    })
  }
  const substituted = [...`${readTeamFile('compose.yaml')}${unit}`.matchAll(/\$\{(\w+)\}/g)].map(
    ([, name]) => name,
  )
  const set = [...settings.matchAll(/^(\w+)=/gm)].map(([, name]) => name)
  expect(new Set(substituted)).toEqual(new Set(set))
  expect(readTeamFile('Caddyfile')).toContain(
    `reverse_proxy {$UPSTREAM:${textOption(ofUnit.options, 'behind-proxy')}:${port}}`,
  )
  expect(compose.services.caddy.environment.UPSTREAM).toBe(`vitrine:${port}`)
  expect([instruction('EXPOSE'), /127\.0\.0\.1:(\d+)\/health/.exec(dockerfile)?.[1]]).toEqual([port, port])
})

test('[TEAM-10] the server of the compose file is reached through Caddy alone, and all that it writes is in volumes', () => {
  const { vitrine, caddy } = compose.services
  expect(vitrine.ports).toBeUndefined()
  expect(served.options['behind-proxy']).toBe(caddy.networks.front.ipv4_address)
  const mounted = vitrine.volumes.map((volume: string) => volume.split(':'))
  expect(mounted.map(([name]: string[]) => name).every((name: string) => name in compose.volumes)).toBe(true)
  expect(mounted.map(([, place]: string[]) => place)).toEqual(JSON.parse(instruction('VOLUME')))
  expect(JSON.parse(instruction('VOLUME'))).toContain(served.options['data'])
  expect(unit).toContain(`ReadWritePaths=${textOption(ofUnit.options, 'data')}`)
})

test('[TEAM-10] the image is made of the server package, on the Node of the project and not as root', () => {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [pattern = ''] = instruction('COPY').split(' ')
  expect(`${name}-${version}.tgz`).toMatch(
    new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '.*')}$`),
  )
  const nodeVersion = readFileSync(join(root, '.nvmrc'), 'utf8').trim()
  expect(instruction('FROM')).toBe(`node:${nodeVersion}-slim`)
  // npm has no Litestream for arm64.
  expect(dockerfile).toMatch(
    /^COPY --from=litestream\/litestream:0\.3\.13 \S+ \/usr\/local\/bin\/litestream$/m,
  )
  expect(dockerfile.indexOf('\nUSER node\n')).toBeGreaterThan(dockerfile.lastIndexOf('\nRUN '))
  const [entry, args] = [JSON.parse(instruction('ENTRYPOINT')), JSON.parse(instruction('CMD'))]
  expect(entry).toEqual(['vitrine'])
  expect(parseCommandLine(args, commands).options['data']).toBe(served.options['data'])
})
