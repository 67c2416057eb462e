import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/route.ts'
import { roles } from '../team.ts'
import { AttributeConfig, AttributeCreate } from './attributes.ts'
import { EntityTypeSchema, Uuid } from './entities.ts'
import { FieldError, messageReference } from './errors.ts'
import { nullable } from './paging.ts'
import { semanticTypeNames } from '../semantic-types.ts'

const WorkspaceFileState = Type.Object({
  id: Uuid,
  name: Type.String(),
  file: Type.String(),
  bytes: nullable(Type.Integer()),
  /** Bytes in the log that are not yet part of the file itself. */
  journal_bytes: Type.Integer(),
  is_open: Type.Boolean(),
  last_check: nullable(
    Type.Object({ checked_at: Type.String({ format: 'date-time' }), damage: Type.Array(Type.String()) }),
  ),
})

export const Diagnostics = Type.Object({
  version: Type.String(),
  node: Type.String(),
  electron: nullable(Type.String()),
  platform: Type.String(),
  /**
   * The version of workspace files that this program writes; older ones are migrated, newer ones are
   * refused.
   */
  file_format: Type.Integer(),
  started_at: Type.String({ format: 'date-time' }),
  memory_bytes: Type.Integer(),
  origin: Type.String(),
  data_folder: Type.String(),
  free_bytes: nullable(Type.Integer()),
  workspaces: Type.Array(WorkspaceFileState),
  log: Type.Array(Type.String()),
})
export type Diagnostics = Static<typeof Diagnostics>

export const LogExport = Type.Object({ name: Type.String(), text: Type.String() })
export type LogExport = Static<typeof LogExport>

/** The owner's spending settings of one workspace, which the header `Vitrine-Workspace` names. */
export const SpendingSettings = Type.Object({
  keys_may_spend: Type.Boolean(),
  /** The daily budget of automatic generation, in dollars; with 0 only free providers are asked. */
  daily_budget: Type.Number({ minimum: 0, maximum: 100_000 }),
})
export type SpendingSettings = Static<typeof SpendingSettings>

/** The owner's settings of one workspace: spending, and rights of keys beyond their scopes. */
export const WorkspaceSettings = Type.Object({
  ...SpendingSettings.properties,
  keys_may_merge: Type.Boolean(),
})
export type WorkspaceSettings = Static<typeof WorkspaceSettings>

export const OwnerSettings = Type.Object({
  allow_private_sources: Type.Boolean(),
  /** Hours between backups of a workspace that has changed; 0 for none. */
  backup_every_hours: Type.Integer({ minimum: 0, maximum: 720 }),
  /** The number of newest backups, besides one per day and one per week for so many days and weeks. */
  backup_keep_last: Type.Integer({ minimum: 1, maximum: 1000 }),
  backup_keep_days: Type.Integer({ minimum: 0, maximum: 366 }),
  backup_keep_weeks: Type.Integer({ minimum: 0, maximum: 520 }),
})
export type OwnerSettings = Static<typeof OwnerSettings>

/** The settings of the program, with those of a workspace where one is named. */
export const AllSettings = Type.Object({
  ...OwnerSettings.properties,
  ...Type.Partial(WorkspaceSettings).properties,
})
export type AllSettings = Static<typeof AllSettings>

export const OwnerSettingsPatch = Type.Partial(AllSettings, { additionalProperties: false })
export type OwnerSettingsPatch = Static<typeof OwnerSettingsPatch>

export const SetAside = Type.Object({
  jobs: Type.Integer(),
  auto_generated: Type.Integer(),
  names: Type.Array(Type.String()),
})
export type SetAside = Static<typeof SetAside>

/** The target of a workspace's move: addresses of the nodes of a cluster, or none for a file alone. */
export const Move = Type.Object(
  { nodes: Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), { maxItems: 15 }) },
  { additionalProperties: false },
)

/** The workspace's entry in the file of clusters after the move; without nodes it has none. */
export const MoveResult = Type.Object({ database: Type.String(), nodes: Type.Array(Type.String()) })
export type MoveResult = Static<typeof MoveResult>

export const Workspace = Type.Object({ id: Uuid, name: Type.String(), file: Type.String() })
export type Workspace = Static<typeof Workspace>

/** Only the owner of a desktop and administrators of a team's server get the path of the file. */
export const ListedWorkspace = Type.Object({ id: Uuid, name: Type.String(), file: nullable(Type.String()) })
export type ListedWorkspace = Static<typeof ListedWorkspace>

export const PackageOpening = Type.Object({
  id: Uuid,
  file: Type.String(),
  status: Type.Enum(['running', 'completed', 'cancelled', 'failed']),
  /** In unpacked bytes; entities count twice, because they are read twice. A total of 0 is unknown. */
  progress: Type.Object({ current: Type.Integer(), total: Type.Integer(), percent: Type.Integer() }),
  workspace: nullable(Workspace),
  error: nullable(Type.Object({ code: Type.String(), message: Type.String(), ...messageReference })),
})
export type PackageOpening = DeepReadonly<Static<typeof PackageOpening>>

export const ApiKey = Type.Object({
  id: Uuid,
  name: Type.String(),
  workspace_id: Uuid,
  scopes: Type.Array(Type.String()),
  person_id: nullable(Uuid),
  /** A key of a team belongs to a person or to a service account. */
  service_account_id: nullable(Uuid),
  created_at: Type.String({ format: 'date-time' }),
  expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  last_used_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
})
export type ApiKey = Static<typeof ApiKey>

/**
 * The body of `POST /workspaces/{id}/keys`. Without an expiry, a future ISO date or date-time, the key
 * does not expire.
 */
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

export const SessionPerson = Type.Object({
  id: Uuid,
  name: Type.String(),
  email: Type.String(),
  is_administrator: Type.Boolean(),
  roles: Type.Record(Type.String(), Type.Enum([...roles])),
})
export type SessionPerson = DeepReadonly<Static<typeof SessionPerson>>

export const SessionInfo = Type.Object({
  version: Type.String(),
  origin: Type.String(),
  workspaces: Type.Array(ListedWorkspace),
  /** Null for the owner of a desktop, who does not sign in. */
  person: nullable(SessionPerson),
  is_replicated: Type.Boolean(),
  /**
   * Starts the command line on this computer, by whole paths, with the options that lead it to this data folder; null
   * on a team's server.
   */
  command: nullable(Type.Object({ program: Type.Array(Type.String()), options: Type.Array(Type.String()) })),
})
export type SessionInfo = Static<typeof SessionInfo>

export const Grant = Type.Object({
  id: Type.String(),
  workspace_id: Uuid,
  client: Type.Object({ id: Type.String(), name: Type.String() }),
  scopes: Type.Array(Type.String()),
  person_id: nullable(Uuid),
  created_at: Type.String({ format: 'date-time' }),
  last_used_at: nullable(Type.String({ format: 'date-time' })),
})
export type Grant = Static<typeof Grant>

/** An agent that asks for access and waits for the owner. Its page shows `code`. */
export const Consent = Type.Object({
  code: Type.String(),
  client: Type.Object({
    id: Type.String(),
    name: Type.String(),
    destination: Type.String(),
  }),
  resources: Type.Array(Type.Enum(['api', 'mcp'])),
  scopes: Type.Array(Type.String()),
  /** The preselected scopes: all requested ones but deleting. */
  preselected: Type.Array(Type.String()),
  created_at: Type.String({ format: 'date-time' }),
  expires_at: Type.String({ format: 'date-time' }),
})
export type Consent = Static<typeof Consent>

export const ConsentApproval = Type.Object(
  { workspace_id: Type.String(), scopes: Type.Array(Type.String()) },
  { additionalProperties: false },
)
export type ConsentApproval = DeepReadonly<Static<typeof ConsentApproval>>

/** The new position of an attribute: before another one of its type, or (null) after the last. */
export const AttributeMove = Type.Object(
  { type: Type.String(), before: Type.Union([Type.String(), Type.Null()]) },
  { additionalProperties: false },
)
export type AttributeMove = Static<typeof AttributeMove>

export const FormulaPreviewRequest = Type.Object(
  {
    type: Type.String(),
    formula: Type.String({ maxLength: 100_000 }),
    entity_id: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type FormulaPreviewRequest = Static<typeof FormulaPreviewRequest>

/**
 * The result or the fault of the formula: the characters from `start` up to the one before `end`, counted
 * from 0.
 */
export const FormulaPreview = Type.Object({
  fault: nullable(
    Type.Object({ start: Type.Integer(), end: Type.Integer(), message: Type.String(), ...messageReference }),
  ),
  label: nullable(Type.String()),
  value: nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
})
export type FormulaPreview = Static<typeof FormulaPreview>

export const AttributePreviewRequest = Type.Object(
  {
    type: Type.String(),
    key: Type.Optional(
      Type.String({
        description: 'Of the attribute that is being edited; left out for one that is not there yet.',
      }),
    ),
    definition: AttributeCreate,
  },
  { additionalProperties: false },
)
export type AttributePreviewRequest = Static<typeof AttributePreviewRequest>

const PreviewedRow = Type.Object({
  id: Uuid,
  label: nullable(Type.String()),
  now: Type.Unknown(),
  next: Type.Unknown(),
  effect: Type.Enum(['same', 'changed', 'refused', 'lost'], {
    description:
      '`refused`: the value stays but could not be written again. `lost`: the definition is not stored.',
  }),
  fault: nullable(FieldError),
})
export type PreviewedRow = Static<typeof PreviewedRow>

/** The effect of an unsaved definition: ten entities, and how many of the values read it would not take. */
export const AttributePreview = Type.Object({
  definition: AttributeConfig,
  checked: Type.Integer({ minimum: 0 }),
  lost: Type.Integer({ minimum: 0 }),
  refused: Type.Integer({ minimum: 0 }),
  rows: Type.Array(PreviewedRow),
})
export type AttributePreview = Static<typeof AttributePreview>

/** Why an attribute seems to have a meaning: by its key, its name, its values, or what it refers to. */
export const semanticReasons = ['key', 'name', 'content', 'reference'] as const
export type SemanticReason = (typeof semanticReasons)[number]

export const ProposedSemanticType = Type.Object({
  key: Type.String(),
  name: Type.String(),
  semantic_type: Type.Enum([...semanticTypeNames]),
  reason: Type.Enum([...semanticReasons]),
  filled: Type.Integer(),
  total: Type.Integer(),
  values: Type.Array(Type.String(), { maxItems: 3 }),
})
export type ProposedSemanticType = Static<typeof ProposedSemanticType>

const ChosenSemanticType = Type.Object(
  { key: Type.String(), semantic_type: nullable(Type.String()) },
  { additionalProperties: false },
)
export type ChosenSemanticType = Static<typeof ChosenSemanticType>

export const SemanticTypeChoices = Type.Object(
  {
    type: EntityTypeSchema,
    choices: Type.Array(ChosenSemanticType, { minItems: 1, maxItems: 1000 }),
  },
  { additionalProperties: false },
)
