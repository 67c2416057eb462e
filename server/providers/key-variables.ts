/** Which variables of the environment may hold the key of a provider: a key goes to an address, and so would any other secret. */

import { message, type Message } from '#shared/messages/message.ts'

/** Whether a variable holds a setting or secret of the server itself; Windows reads names in any case. */
export function isOwnSetting(name: string): boolean {
  return name.toUpperCase().startsWith('VITRINE_')
}

/** Gives the check whether a variable may be read: names that end in `_API_KEY`, and those that the server was started with. */
export function keyVariables(allowed: readonly string[] = []): (name: string) => boolean {
  return (name) => !isOwnSetting(name) && (name.endsWith('_API_KEY') || allowed.includes(name))
}

/** Why a variable is not read, and what to do, as a sentence that does not repeat its name: it may be a key in the wrong place. */
export function explainVariable(name: string): Message {
  if (isOwnSetting(name)) return message('provider.variable_is_setting')
  return message('provider.variable_name_refused')
}
