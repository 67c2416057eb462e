export type {
  ApiKey,
  Consent,
  ConsentApproval,
  CreatedApiKey,
  FormulaPreview,
  Grant,
  NewApiKey,
  PackageOpening,
  SessionInfo,
  SessionPerson,
  ListedWorkspace,
  Workspace,
} from './schemas/app-surface.ts'

export const workspaceHeader = 'vitrine-workspace'

/** What the check of a workspace file found: damage, or (`patterns`) a rule of a sound file that is not enforced. */
export interface Finding {
  readonly check:
    | 'integrity'
    | 'foreign_keys'
    /** Nodes of its cluster hold something else. */
    | 'cluster'
    | 'schema'
    | 'counts'
    | 'values'
    | 'references'
    | 'labels'
    | 'trash'
    | 'search'
    | 'patterns'
  readonly message: string
}
