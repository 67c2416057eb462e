/** Which variables of the environment may hold the key of a provider: a key goes to an address, and so would any other secret. */

/** Whether a variable holds a setting or secret of the server itself; Windows reads names in any case. */
export function isOwnSetting(name: string): boolean {
  return name.toUpperCase().startsWith('VITRINE_')
}

/** Gives the check whether a variable may be read: names that end in `_API_KEY`, and those that the server was started with. */
export function keyVariables(allowed: readonly string[] = []): (name: string) => boolean {
  return (name) => !isOwnSetting(name) && (name.endsWith('_API_KEY') || allowed.includes(name))
}

/** Why a variable is not read, and what to do, as a sentence that does not repeat its name: it may be a key in the wrong place. */
export function explainVariable(name: string): string {
  if (isOwnSetting(name))
    return 'Variables that begin with VITRINE_ are settings of the server and never the key of a provider. Put the key into another variable, such as OPENAI_API_KEY.'
  return 'Only variables whose names end in _API_KEY are read, so that no other secret of this computer is sent to a provider. Name it so, or allow it with vitrine serve --allow-key-variable NAME.'
}
