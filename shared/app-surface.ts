export type {
  ApiKey,
  Consent,
  ConsentApproval,
  CreatedApiKey,
  FormulaPreview,
  Grant,
  NewApiKey,
  SessionInfo,
  Workspace,
} from './schemas/app-surface.ts'

/** Which workspace a request with the session credential is about. */
export const workspaceHeader = 'vitrine-workspace'

/** Damage that the check of a workspace file found. */
export interface Finding {
  readonly check:
    | 'integrity'
    | 'foreign_keys'
    | 'schema'
    | 'counts'
    | 'values'
    | 'references'
    | 'labels'
    | 'trash'
    | 'search'
  /** One sentence that says what is wrong, and where. */
  readonly message: string
}
