import type { MutationTable } from './mutations.ts'

/** What agents and scripts do beside the API: exports and notes over MCP. */
export const agentMutations: MutationTable = {
  'server/mcp/read-file-part.ts': [
    ['MCP-18', "bytes.lastIndexOf('\\n') + 1", 'bytes.length'],
    ['MCP-18', 'isLast ? null : offset + whole', 'isLast ? null : offset + bytes.length'],
  ],
  'server/mcp/tools/exports.ts': [
    ['MCP-18', "await agent.requireOf('read', workspace.threads.call('findExportType', { id }))", ''],
  ],
  'server/mcp/tools/notes.ts': [
    [
      'MCP-19',
      "await agent.requireOf('write', agent.parts.workspace.threads.call('findNoteType', { id }))",
      '',
    ],
  ],
  'server/catalog/imports/find-otherwise.ts': [
    ['IMPORT-32', '(row) => row.parent_uuid === (parent ?? null)', '() => true'],
    ['IMPORT-32', '!left.includes(key)', "key !== ''"],
    ['IMPORT-32', 'this.#findNamed(name, read) ?? ', ''],
  ],
  'server/jobs/handlers/fetch-pictures.ts': [
    ['IMPORT-33', 'await fetcher.fetch(address, known)', 'await fetcher.fetch(address)'],
    ['IMPORT-33', ' !== known.hash', " !== ''"],
  ],
  'server/store/tables/pictures.ts': [
    ['IMPORT-33', 'AND address = ? AND path <> ? LIMIT ?', 'AND address = ? AND path = ? LIMIT ?'],
  ],
  'server/mcp/tools/quality.ts': [['MCP-20', "args['type'] ?? 'product'", "args['type']"]],
  'server/mcp/tools/clusters.ts': [['MCP-22', 'if (preview.isNamed) requireNaming(agent, body.type)', '']],
  'server/mcp/tools/duplicates.ts': [
    [
      'MCP-23',
      "await agent.requireOf('write', agent.parts.workspace.threads.call('findDuplicateType', { id }))",
      '',
    ],
  ],
  'server/cli/commands/duplicates.ts': [
    ['CLI-16', 'output.isJson ? { interrupted: invocation.interrupted } : invocation', 'invocation'],
    ['CLI-16', '...(minScore !== undefined && { min_score: minScore })', ''],
  ],
  'server/catalog/imports/tell-file-type.ts': [
    ['IMPORT-34', 'ofIds(db, file) ?? ', ''],
    ['IMPORT-34', " || shape.name === 'json'", ''],
    ['IMPORT-34', ' || areOfOthers(db, file, found)', ''],
    ['IMPORT-34', ' && matched.some((header) => found.includes(header))', ''],
  ],
  'server/mcp/tools/merging.ts': [['MCP-21', 'agent.requireMerging()', '']],
  'server/cli/commands/quality.ts': [
    ['CLI-15', 'counts.errors > maxErrors ? 1 : 0', '0'],
    ['CLI-15', 'if (rule?.enabled) return', 'if (rule) return'],
  ],
  'server/mcp/tool-schema.ts': [['MCP-13', 'toShort(dropBounds(dropMarks(schema)))', 'dropMarks(schema)']],
}
