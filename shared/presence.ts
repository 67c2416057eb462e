/** Who of a team is where: kept in memory, told over the stream of changes. */
export type { Place, Membership, TeamMessage } from './schemas/team.ts'

/** Names the seat of a page, by which its stream of changes tells who else is there. */
export const presenceHeader = 'vitrine-seat'
