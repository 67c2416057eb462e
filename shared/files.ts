export type { FileDetails, GeneratedBy } from './schemas/entities.ts'
