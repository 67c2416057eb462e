import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/row-types.ts'
import { roles } from '../team.ts'
import { Uuid } from './entities.ts'
import { messageReference } from './errors.ts'
import { nullable } from './nullable.ts'

/** A workspace as the owner's surface and the command line show it. */
export const Workspace = Type.Object({ id: Uuid, name: Type.String(), file: Type.String() })
export type Workspace = Static<typeof Workspace>

/** Where its file lies is told to who looks after the computer: the owner of a desktop, the administrator of a team's server. */
export const ListedWorkspace = Type.Object({ id: Uuid, name: Type.String(), file: nullable(Type.String()) })
export type ListedWorkspace = Static<typeof ListedWorkspace>

/** A package that is made into a workspace, or how that ended. */
export const PackageOpening = Type.Object({
  id: Uuid,
  file: Type.String(),
  status: Type.Enum(['running', 'completed', 'cancelled', 'failed']),
  /** In bytes of what it unpacks to; entities count twice, because they are read twice. A total of 0 is not known yet. */
  progress: Type.Object({ current: Type.Integer(), total: Type.Integer(), percent: Type.Integer() }),
  /** Null until it is whole. */
  workspace: nullable(Workspace),
  /** Why it failed. */
  error: nullable(Type.Object({ code: Type.String(), message: Type.String(), ...messageReference })),
})
export type PackageOpening = DeepReadonly<Static<typeof PackageOpening>>

export const ApiKey = Type.Object({
  id: Uuid,
  name: Type.String(),
  workspace_id: Uuid,
  scopes: Type.Array(Type.String()),
  /** Whose it is, on a server of a team. */
  person_id: nullable(Uuid),
  created_at: Type.String({ format: 'date-time' }),
  expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  last_used_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
})
export type ApiKey = Static<typeof ApiKey>

/** The body of `POST /workspaces/{id}/keys`. Without an end, an ISO date or date-time to come, the key does not expire. */
export const NewApiKey = Type.Object(
  {
    name: Type.String(),
    scopes: Type.Array(Type.String()),
    expires_at: Type.Optional(nullable(Type.String())),
  },
  { additionalProperties: false },
)
export type NewApiKey = DeepReadonly<Static<typeof NewApiKey>>

/** A key with its secret: in the answer that creates it and never again. */
export const CreatedApiKey = Type.Object({ ...ApiKey.properties, key: Type.String() })
export type CreatedApiKey = Static<typeof CreatedApiKey>

/** Who is signed in at the server of a team, and what they are in each of their workspaces. */
export const SessionPerson = Type.Object({
  id: Uuid,
  name: Type.String(),
  email: Type.String(),
  is_administrator: Type.Boolean(),
  roles: Type.Record(Type.String(), Type.Enum([...roles])),
})
export type SessionPerson = DeepReadonly<Static<typeof SessionPerson>>

/** What the server says of itself and which workspaces it knows. */
export const SessionInfo = Type.Object({
  version: Type.String(),
  origin: Type.String(),
  workspaces: Type.Array(ListedWorkspace),
  /** Null for the owner of a desktop, who signs in nowhere. */
  person: nullable(SessionPerson),
  /** A replica of everything is kept, and the caller may look after it. */
  is_replicated: Type.Boolean(),
})
export type SessionInfo = Static<typeof SessionInfo>

/** What the owner allowed an agent that connects over OAuth. */
export const Grant = Type.Object({
  id: Type.String(),
  workspace_id: Uuid,
  client: Type.Object({ id: Type.String(), name: Type.String() }),
  scopes: Type.Array(Type.String()),
  /** Whose it is, on a server of a team. */
  person_id: nullable(Uuid),
  created_at: Type.String({ format: 'date-time' }),
  last_used_at: nullable(Type.String({ format: 'date-time' })),
})
export type Grant = Static<typeof Grant>

/** An agent that asks for access and waits for the owner. `code` is what its page shows. */
export const Consent = Type.Object({
  code: Type.String(),
  client: Type.Object({
    id: Type.String(),
    /** What the client says it is called. */
    name: Type.String(),
    /** Where the access is handed over: this computer, or the name of a site. */
    destination: Type.String(),
  }),
  resources: Type.Array(Type.Enum(['api', 'mcp'])),
  scopes: Type.Array(Type.String()),
  /** What is proposed of them: everything but deleting. */
  preselected: Type.Array(Type.String()),
  created_at: Type.String({ format: 'date-time' }),
  expires_at: Type.String({ format: 'date-time' }),
})
export type Consent = Static<typeof Consent>

/** What the owner allows it: these scopes in one workspace. */
export const ConsentApproval = Type.Object(
  { workspace_id: Type.String(), scopes: Type.Array(Type.String()) },
  { additionalProperties: false },
)
export type ConsentApproval = DeepReadonly<Static<typeof ConsentApproval>>

/** Where an attribute goes: before another one of its type, or (null) behind the last. */
export const AttributeMove = Type.Object(
  { type: Type.String(), before: Type.Union([Type.String(), Type.Null()]) },
  { additionalProperties: false },
)
export type AttributeMove = Static<typeof AttributeMove>

/** A formula that is being written, and the entity to compute it for. */
export const FormulaPreviewRequest = Type.Object(
  {
    type: Type.String(),
    formula: Type.String({ maxLength: 100_000 }),
    entity_id: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type FormulaPreviewRequest = Static<typeof FormulaPreviewRequest>

/** What it gives, or what is wrong with it: the characters from `start` up to the one before `end`, counted from 0. */
export const FormulaPreview = Type.Object({
  fault: nullable(
    Type.Object({ start: Type.Integer(), end: Type.Integer(), message: Type.String(), ...messageReference }),
  ),
  /** The label of the entity. */
  label: nullable(Type.String()),
  value: nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
})
export type FormulaPreview = Static<typeof FormulaPreview>
