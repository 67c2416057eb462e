import type { ImportOptions } from '../api/imports-queries.ts'

/** An import that has been handed to the server, with what is needed to start it again in earnest. */
export interface RunningImport {
  readonly jobId: string
  readonly file: File
  readonly options: ImportOptions
  readonly isDryRun: boolean
}
