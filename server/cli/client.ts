import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Static, TSchema } from 'typebox'
import { type Workspace, workspaceHeader } from '#shared/app-surface.ts'
import type { ErrorEnvelope, FieldError } from '#shared/errors.ts'
import type { AnswerOf, DeepReadonly, PathParams } from '#shared/routes/row-types.ts'
import type { installationRoutes, publicRoutes, workspaceRoutes } from '#shared/routes/surfaces.ts'
import { tellFault } from '../catalog/errors.ts'
import { CommandError, UsageError } from './command.ts'

export interface ServerAddress {
  readonly origin: string
  readonly session: string
}

/** What a command may call: the owner's surface and the public API, each route under its whole path. */
type Routes = Under<'/app/v1', typeof installationRoutes & typeof workspaceRoutes> &
  Under<'/api/v1', typeof publicRoutes>
type Under<Root extends string, T> = {
  [K in keyof T as K extends `${infer Method} ${infer Path}` ? `${Method} ${Root}${Path}` : never]: T[K]
}

type CallArguments<K extends keyof Routes> = object extends Input<K> ? [] : [input: Input<K>]
type Input<K extends keyof Routes> = AnyInput & PathInput<K> & BodyInput<Routes[K]>
type PathInput<K> = unknown extends PathParams<K> ? unknown : { readonly path: PathParams<K> }
type BodyInput<R> = R extends { readonly body: infer B extends TSchema }
  ? { readonly body: DeepReadonly<Static<B>> }
  : R extends { readonly form: TSchema }
    ? { readonly body: FormData }
    : unknown

interface AnyInput {
  readonly path?: Readonly<Record<string, string>>
  readonly body?: object
}

/** Calls a server as its owner; what it refuses is thrown as the error that ends the command. */
export class CatalogClient {
  readonly #server: ServerAddress
  readonly #workspace: Workspace | undefined

  constructor(server: ServerAddress, workspace?: Workspace) {
    this.#server = server
    this.#workspace = workspace
  }

  /** The client for routes that are about one workspace. */
  in(workspace: Workspace): CatalogClient {
    return new CatalogClient(this.#server, workspace)
  }

  /** Calls a route by its method and path: `client.call('GET /api/v1/jobs/{id}', { path: { id } })`. */
  async call<K extends keyof Routes>(key: K, ...[input]: CallArguments<K>): Promise<AnswerOf<Routes[K]>> {
    const response = await this.#send(key, input)
    return JSON.parse(await response.text())
  }

  /** Writes what a route answers into a file, which is there when it is whole and not before; one of that name is replaced. */
  async save<K extends keyof Routes>(target: string, key: K, ...[input]: CallArguments<K>): Promise<void> {
    const { body } = await this.#send(key, input)
    const part = `${target}.part`
    try {
      await pipeline(body ?? [], createWriteStream(part))
      await rename(part, target)
    } catch (error) {
      await rm(part, { force: true })
      const reason = error instanceof Error ? error.message : String(error)
      throw new CommandError(`${target} cannot be written: ${reason}.`, { cause: error })
    }
  }

  async #send(key: string, { path = {}, body }: AnyInput = {}): Promise<Response> {
    const { origin, session } = this.#server
    const isJson = body !== undefined && !(body instanceof FormData)
    const response = await fetch(origin + toPath(key, path), {
      method: key.slice(0, key.indexOf(' ')),
      headers: {
        authorization: `Bearer ${session}`,
        ...(isJson && { 'content-type': 'application/json' }),
        ...(this.#workspace && { [workspaceHeader]: this.#workspace.id }),
      },
      body: isJson ? JSON.stringify(body) : (body ?? null),
    }).catch((error: unknown) => {
      throw new CommandError('The running server ended before it answered. Try again.', { cause: error })
    })
    if (!response.ok) throw toError(JSON.parse(await response.text()))
    return response
  }
}

function toPath(key: string, parts: Readonly<Record<string, string>>): string {
  const template = key.slice(key.indexOf(' ') + 1)
  return template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(parts[name] ?? ''))
}

/** What was refused as invalid was typed by whoever called. */
function toError({ error }: ErrorEnvelope): UsageError | CommandError {
  if (error.code !== 'validation_failed') return new CommandError(error.message)
  return new UsageError(error.field_errors.length > 0 ? tellFaults(error.field_errors) : error.message)
}

/** The faults of a request in one line, each with what would be right. */
export function tellFaults(faults: readonly FieldError[]): string {
  return faults.map(tellWithRemedy).join(' ')
}

function tellWithRemedy(fault: FieldError): string {
  const { field, issue, acceptable_values: allowed = [] } = fault
  const remedy = issue === 'invalid_value' ? remedies[field] : undefined
  if (remedy) return remedy(allowed.join(', '))
  return `${tellFault(fault)}${allowed.length > 0 ? ` Allowed: ${allowed.join(', ')}.` : ''}`
}

/** What a person does not find out from a list of what is there, which may be empty. */
const remedies: Readonly<Record<string, (allowed: string) => string>> = {
  channel: (enabled) =>
    `This channel is not enabled in the workspace. Enable it in the app, under Channels.${enabled && ` Enabled: ${enabled}.`}`,
  view: (views) =>
    views
      ? `There is no such view. The views are: ${views}.`
      : 'There is no such view; none is saved for this type.',
}
