/** A link that leads into a team, as the address of the page has it behind the sign that browsers do not send. */
export interface TeamLink {
  readonly kind: 'invitation' | 'first-owner' | 'reset'
  readonly token: string
}

const kinds = ['invitation', 'first-owner', 'reset'] as const

/** The link in an address; undefined where there is none. */
export function readTeamLink(hash: string): TeamLink | undefined {
  const params = new URLSearchParams(hash.slice(1))
  for (const kind of kinds) {
    const token = params.get(kind)
    if (token !== null && token !== '') return { kind, token }
  }
  return undefined
}
