import { Type, type Static } from 'typebox'
import { connectionKinds, connectionProblems } from '../connections.ts'
import { Uuid } from './entities.ts'
import { nullable } from './paging.ts'

const strict = { additionalProperties: false }
const Text = Type.String({ maxLength: 2000 })

export const httpsAuths = ['none', 'basic', 'bearer'] as const
export const sftpAuths = ['password', 'key'] as const

const FolderSettings = Type.Object({ path: Text, move: Type.Boolean() }, strict)
const HttpsSettings = Type.Object({ url: Text, auth: Type.Enum([...httpsAuths]) }, strict)
const SftpSettings = Type.Object(
  {
    host: Text,
    port: Type.Integer(),
    user: Text,
    path: Text,
    auth: Type.Enum([...sftpAuths]),
    move: Type.Boolean(),
  },
  strict,
)
const S3Settings = Type.Object(
  { endpoint: Text, region: Text, bucket: Text, prefix: Text, path_style: Type.Boolean() },
  strict,
)

export interface SettingsByKind {
  readonly folder: Static<typeof FolderSettings>
  readonly https: Static<typeof HttpsSettings>
  readonly sftp: Static<typeof SftpSettings>
  readonly s3: Static<typeof S3Settings>
}

/** Where files come from and go to, and with which secret (automation.md §1). */
export const Connection = Type.Object({
  id: Uuid,
  name: Type.String(),
  kind: Type.Enum([...connectionKinds]),
  settings: Type.Union([FolderSettings, HttpsSettings, SftpSettings, S3Settings]),
  in_my_network: Type.Boolean({
    description: 'Whether the owner allows an address of this computer or its network, or without https.',
  }),
  has_secret: Type.Boolean(),
  fingerprint: nullable(
    Type.String({ description: 'Of sftp: the SHA-256 of the host key that the owner has accepted.' }),
  ),
  problem: nullable(Type.Enum([...connectionProblems])),
  last_used_at: nullable(Type.String({ format: 'date-time' })),
})
export type Connection = Static<typeof Connection>

/** A connection as keys and agents see it. */
export const NamedConnection = Type.Pick(Connection, ['id', 'name', 'kind'])
export type NamedConnection = Static<typeof NamedConnection>

const Settings = Type.Partial(
  Type.Object(
    {
      ...FolderSettings.properties,
      ...HttpsSettings.properties,
      ...SftpSettings.properties,
      ...S3Settings.properties,
      auth: Type.Enum([...httpsAuths, ...sftpAuths]),
    },
    strict,
  ),
)
const Secret = Type.Union([Type.String({ maxLength: 20_000 }), Type.Null()], {
  description:
    'One text: the token of `bearer`, `name:password` of `basic`, the password or private key of `sftp`, `access key id:secret` of `s3`. It is never shown. Null takes it away.',
})

const changeable = {
  name: Type.Optional(Type.String({ maxLength: 200 })),
  kind: Type.Optional(Type.String({ maxLength: 200 })),
  settings: Type.Optional(Settings),
  secret: Type.Optional(Secret),
  in_my_network: Type.Optional(Type.Boolean()),
}

export const NewConnection = Type.Object(changeable, strict)
export type NewConnection = Static<typeof NewConnection>

export const ConnectionPatch = Type.Object(
  { ...changeable, fingerprint: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])) },
  strict,
)
export type ConnectionPatch = Static<typeof ConnectionPatch>

export const ConnectionTest = Type.Object({
  ok: Type.Boolean(),
  message: nullable(Type.String({ description: 'What stands in the way, and what to do about it.' })),
  fingerprint: Type.Optional(
    Type.String({ description: 'Of sftp: the SHA-256 of the host key that the server shows now.' }),
  ),
})
export type ConnectionTest = Static<typeof ConnectionTest>
