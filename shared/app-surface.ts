export type { ApiKey, Consent, FormulaPreview, Grant, Workspace } from './schemas/app-surface.ts'

/** Which workspace a request with the session credential is about. */
export const workspaceHeader = 'vitrine-workspace'
