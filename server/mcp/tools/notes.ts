import { Type } from 'typebox'
import { noteStatuses } from '#shared/notes.ts'
import { dataOf, pageOf } from '#shared/routes/answers.ts'
import { NewNote, Note, NotePatch } from '#shared/schemas/notes.ts'
import { pagingArguments, readPaging, scopeOfType, typeArgument } from '../arguments.ts'
import { catalogChecks, defineTool, unlisted } from '../tool.ts'

const status = Type.Optional(Type.Enum([...noteStatuses], { ...catalogChecks }))

const listNotes = defineTool({
  name: 'list_notes',
  description: 'Notes and to-dos that people and agents have left on entities and cells, newest first.',
  effect: 'read',
  input: {
    type: Type.Optional(typeArgument),
    status,
    entity_id: Type.Optional(Type.String()),
    attribute: Type.Optional(Type.String()),
    q: Type.Optional(Type.String()),
    actor: unlisted(Type.String()),
    ...pagingArguments,
  },
  output: pageOf(Note),
  // Without a type those of every type that may be read.
  scopes: scopeOfType('read'),
  run: ({ type, status: wanted, entity_id, attribute, q, actor, ...args }, agent, structural) => {
    const types = agent.readable.filter((one) => type === undefined || one === type)
    const asked = { type, types, status: wanted, entity_id, attribute, q, actor }
    return agent.ask('listNotes', { ...asked, ...readPaging(args, structural) })
  },
})

const createNote = defineTool({
  name: 'create_note',
  description:
    'On an entity, or with attribute on its cell, for people to read; status open makes a to-do. Changes no value.',
  effect: 'create',
  input: {
    type: typeArgument,
    entity_id: NewNote.properties.entity_id,
    attribute: Type.Optional(Type.String()),
    text: NewNote.properties.text,
    status,
  },
  output: dataOf(Note),
  scopes: scopeOfType('write'),
  run: (body, agent, faults) => agent.write('createNote', { body, faults, context: agent.context }),
})

const updateNote = defineTool({
  name: 'update_note',
  description: 'Its text, or status done when the to-do is.',
  effect: 'set',
  input: { id: Type.String(), text: NotePatch.properties.text, status },
  output: dataOf(Note),
  // The type of its entity decides, which is known when it is found.
  scopes: [],
  run: async ({ id, ...body }, agent, faults) => {
    await agent.requireOf('write', agent.parts.workspace.threads.call('findNoteType', { id }))
    return agent.write('updateNote', { id, body, faults, context: agent.context })
  },
})

/** What is left for people beside the values. */
export const noteTools = [listNotes, createNote, updateNote]
