import type { OperationTable } from '../operation-docs.ts'
import { jobDocs } from './jobs.ts'

/** What the public document says about each operation. */
export const publicOperations: OperationTable = { ...jobDocs }

/** The same for the owner's surface. */
export const ownerOperations: OperationTable = {}
