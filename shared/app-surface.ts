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

/** A finding of the check of a workspace file: damage, or (`patterns`) a rule that is not enforced. */
export interface Finding {
  readonly check:
    | 'integrity'
    | 'foreign_keys'
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
