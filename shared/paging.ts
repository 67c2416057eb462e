export const defaultLimit = 50
export const maxLimit = 200

export type { Pagination } from './schemas/paging.ts'
