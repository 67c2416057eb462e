export type { FileDetails, GeneratedBy } from './schemas/files.ts'
