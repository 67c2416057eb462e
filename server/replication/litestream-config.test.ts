import { expect, test } from 'vitest'
import { litestreamConfig, litestreamEnvironment, withoutCredentials } from './litestream-config.ts'
import { parseReplicaAddress } from './replica-address.ts'

const environment = {
  PATH: '/bin',
  VITRINE_REPLICA_PASSWORD: 'hunter2"\n$PATH',
  VITRINE_REPLICA_KEY_FILE: '/keys/id',
  AWS_SECRET_ACCESS_KEY: 'aws-secret',
  VITRINE_OIDC_SECRET: 'none of its business',
}

const configFor = (address: string, file = '/data/shop.vitrine') =>
  litestreamConfig(
    [
      { id: 'vitrine.db', file: '/data/vitrine.db' },
      { id: 'w1', file },
    ],
    {
      address: parseReplicaAddress(address),
      retentionDays: 7,
      notesFolder: '/data/replication',
    },
  )

const expand = (text: string, variables: Record<string, string>) =>
  text.replaceAll(
    /\$\{(\w+)\}|\$(\w+)/g,
    (_, braced: string, bare: string) => variables[braced ?? bare] ?? '',
  )

test('[REPLICA-05] credentials come from the environment alone, whatever is in them', () => {
  const text = configFor('sftp://ann@backup.example/r')
  expect(text).not.toContain('hunter2')
  const { dbs } = JSON.parse(expand(text, litestreamEnvironment(environment)))
  expect(dbs[1].replicas[0]).toMatchObject({
    type: 'sftp',
    host: 'backup.example:22',
    user: 'ann',
    path: '/r/workspaces/w1',
    password: environment.VITRINE_REPLICA_PASSWORD,
    'key-path': '/keys/id',
  })
  expect(litestreamEnvironment(environment)).toMatchObject({
    PATH: '/bin',
    AWS_SECRET_ACCESS_KEY: 'aws-secret',
  })
  expect(Object.values(litestreamEnvironment(environment))).not.toContain('none of its business')
})

test('nothing in a path is taken for a variable', () => {
  const { dbs } = JSON.parse(
    expand(configFor('file:///mnt/$HOME', '/data/${PATH} $1.vitrine'), { PATH: 'x' }),
  )
  expect(dbs[1].path).toBe('/data/${PATH} $1.vitrine')
  expect(dbs[0].replicas[0].path).toBe('/mnt/$HOME/vitrine.db')
})

test('[REPLICA-07] snapshots come every six hours, and one more is kept than the days need', () => {
  const { dbs } = JSON.parse(configFor('file:///mnt/r'))
  expect(dbs[0].replicas[0]).toMatchObject({ 'snapshot-interval': '6h', retention: '174h' })
})

test('[REPLICA-05] what is logged and shown has no credential', () => {
  const text = 'ssh: hunter2"\n$PATH refused, aws-secret too'
  expect(withoutCredentials(text, environment)).toBe('ssh: … refused, … too')
})
