/** Which bodies make a step weighty: it gives rights over the server or a workspace, or sends a key to another address. */

type Body = Readonly<Record<string, unknown>>

/** An owner may do everything in the workspace. */
export function makesOwner({ role }: Body): boolean {
  return role === 'owner'
}

/** Of a person: more rights, or another e-mail, by which they get in. */
export function raisesPerson({ role, administrator, email }: Body): boolean {
  return role === 'owner' || administrator === true || email !== undefined
}

/** Of a provider: where the catalog and the key are sent. */
export function redirectsProvider({ base_url: address, kind, key, key_env: variable }: Body): boolean {
  return [address, kind, key, variable].some((member) => member !== undefined)
}
