export type { FileDetails, GeneratedBy, StoredFile } from './schemas/entities.ts'
