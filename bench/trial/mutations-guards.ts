import type { MutationTable } from './mutations.ts'

/** What guards data where much of it moves at once: imports and their undo, channels, exports, backups, limits. */
export const guardMutations: MutationTable = {
  'server/catalog/edits/take-back-parent.ts': [
    ['IMPORT-09', 'row.parent_uuid !== change.new', 'row.parent_uuid === null'],
  ],
  'server/catalog/imports/undo-import.ts': [
    ['IMPORT-26', 'isFetchingPictures(db, job.id)', 'isFetchingPictures(db, job.name)'],
  ],
  'server/catalog/imports/trash-created.ts': [
    ['IMPORT-09', '!created || !isAsCreated(', '!created && !isAsCreated('],
    ['IMPORT-09', 'for (const [, target] of kept) keep(target)', ''],
  ],
  'server/catalog/imports/fetch-pictures.ts': [
    ['IMPORT-26', 'job_id: input.import', 'job_id: jobId'],
    ['IMPORT-26', 'if (!isLeft) dismiss(tx, settled)', 'if (isLeft) dismiss(tx, settled)'],
  ],
  'server/catalog/imports/picture-addresses.ts': [
    ['IMPORT-26', "this.#mode === 'link' ? undefined : this.#pathOf", 'this.#pathOf'],
  ],
  'server/jobs/handlers/fetch-pictures.ts': [
    ['IMPORT-26', 'settings.allowsPrivateAddresses ? () => false : isPrivate', '() => false'],
  ],
  'server/jobs/import-files/xml/xml-elements.ts': [
    ['IMPORT-27', "if (!declaration.includes('[')) return", "if (declaration !== '') return"],
  ],
  'server/jobs/import-files/xml/text-languages.ts': [
    ['IMPORT-27', "const wanted = [this.#taken, '']", "const wanted = [languages[0], '']"],
  ],
  'server/jobs/import-files/nested/read-variants.ts': [
    ['IMPORT-25', 'variants.length > most && ', 'variants.length > 2 * most && '],
    ['IMPORT-25', 'const others = Object.keys(record).filter(', 'const others = [].filter('],
  ],
  'server/jobs/import-files/json-text.ts': [['IMPORT-25', 'const maxDepth = 100', 'const maxDepth = 10_000']],
  'server/catalog/imports/propose-types.ts': [
    ['IMPORT-28', 'list.cells * 2 >= filled && ', ''],
    ['IMPORT-28', 'members >= options.length * perOption', 'members >= options.length'],
  ],
  'server/catalog/imports/judge-marks.ts': [['IMPORT-16', 'told.size === 1 ? mark', 'told.size > 0 ? mark']],
  'server/jobs/handlers/import-file.ts': [
    ['IMPORT-03', 'isDry ? await openRehearsal(context, request.file, results) : ', ''],
    ['IMPORT-15', 'withCreations(asked, source.scan.shape)', 'asked'],
  ],
  'server/jobs/import-files/error-file.ts': [
    ['IMPORT-08', "(_, index) => !isErrorColumn(headers[index] ?? '')", '() => true'],
  ],
  'server/catalog/imports/text-encoding.ts': [
    ['IMPORT-12', "return text(asked, 'user')", "return text('utf-8', 'user')"],
  ],
  'server/jobs/import-files/row-bounds.ts': [['IMPORT-13', 'if (length > maxRowLength)', 'if (length < 0)']],
  'server/jobs/import-files/folder-pictures.ts': [
    ['IMPORT-10', "if (!kind?.media_type.startsWith('image/')) throw", 'if (!kind) throw'],
  ],
  'server/workspaces/watched-files.ts': [
    ['IMPORT-11', "isGood ? 'done' : 'failed'", "isGood || !isGood ? 'done' : 'failed'"],
  ],
  'server/catalog/channels/begin-own.ts': [
    ['CHANNEL-06', 'else if (formula !== undefined) formulas[target] = formula\n', ''],
  ],
  'server/catalog/channels/channel-events.ts': [
    ['CHANNEL-09', 'old: isNew ? null : value', 'old: null'],
    [
      'CHANNEL-09',
      '[] : [{ attribute: member, old, new: now }]',
      '[] : [{ attribute: member, old: now, new: now }]',
    ],
  ],
  'server/catalog/channels/own-channels.ts': [['CHANNEL-09', 'if (!channel.own)', "if (key === '')"]],
  'server/catalog/channels/channel-rules.ts': [
    ['CHANNEL-10', 'fields.filter(({ fixed }) => fixed === undefined)\n  const', 'fields\n  const'],
  ],
  'server/catalog/channel-files/windows-1252.ts': [['EXP-21', '!byteOf.has(sign))\n', 'byteOf.has(sign))\n']],
  'server/jobs/exports/channel-result.ts': [
    ['EXP-21', '.filter(({ left_out: what }) => what === ', '.filter(({ left_out: what }) => what !== '],
  ],
  'server/jobs/exports/begin-file.ts': [['EXP-04', 'return guardCell(cell)\n', 'return cell\n']],
  'server/catalog/exports/export-rows.ts': [
    ['EXP-03', 'found === id && others.length === 0', 'found !== undefined'],
  ],
  'server/jobs/exports/part-file.ts': [
    ['EXP-05', "open(partOf(path), 'w', 0o600)", "open(path, 'w', 0o600)"],
  ],
  'server/jobs/handlers/export-file.ts': [
    [
      'EXP-05',
      'if (!written) return cancelledEnd',
      'if (!written) return (await part.commit(), cancelledEnd)',
    ],
    ['EXP-06', 'new ExportReader(state.db, plan)', 'context.read((db) => new ExportReader(db, plan))'],
  ],
  'server/http/routes/exports.ts': [
    [
      'EXP-07',
      "requireScopeOf(request, 'read', await workspace.call('findExportType', { id }))",
      'requireScopeOf',
    ],
  ],
  'server/catalog/edits/apply-edits.ts': [
    ['EDIT-06', 'if (isSame && timeOf(time) === row.updated_at)', 'if (isSame)'],
  ],
  'server/catalog/entities/upsert-entity.ts': [
    ['BATCH-07', "updated === row ? 'unchanged' : 'updated'", "updated === row ? 'updated' : 'updated'"],
  ],
  'server/workspaces/backups.ts': [
    ['BACKUP-01', "await this.#create(workspace, 'restore').catch(() => null)", 'null'],
    ['BACKUP-07', '>= hours * hourMs', '>= 0'],
    ['BACKUP-07', '(await lastChange(file)) > Date.parse(newest.created_at)', 'file'],
    ['SPACE-08', ' && (await this.#isInPlace(workspace))', ''],
  ],
  'server/store/file/backup.ts': [
    ['BACKUP-02', 'error instanceof BetterSqlite3.SqliteError ? corrupt(backup, error) : error', 'error'],
    ['BACKUP-03', "status IN ('queued', 'running')", "status IN ('queued')"],
  ],
  'server/http/event-stream.ts': [['BACKUP-04', 'event: workspace.replaced\\n', '']],
  'server/workspaces/job-runner.ts': [
    ['BACKUP-06', '      await beforeJob?.(job)\n', '      void beforeJob?.(job)\n'],
  ],
  'server/catalog/connections/writer.ts': [
    ['SPACE-08', 'if (!opened.isInPlace()) throw displaced(file)', ''],
  ],
  'server/store/file/workspace-file.ts': [
    ['SPACE-10', 'if (names > 1) throw', 'if (names > 9) throw'],
    ['SPACE-10', ' && identify(path) === identity) rmSync', ') rmSync'],
  ],
  'server/store/tables/index-tables.ts': [['SPACE-07', 'BEGIN ${remove} ${add} END', 'BEGIN ${add} END']],
  'server/edge/connections.ts': [
    ['RATE-06', 'if (served >= mostServed) {', 'if (served < 0) {'],
    ['RATE-06', 'server.maxConnections = open\n', ''],
  ],
  'server/edge/large-answers.ts': [
    ['RATE-05', 'const mostUnfetched = 128 * MiB', 'const mostUnfetched = 1024 * MiB'],
  ],
  'server/edge/upload.ts': [
    ['ORDER-18', 'ofUnknownLength: 64 * mb', 'ofUnknownLength: 640_000 * mb'],
    ['ERROR-12', 'return name !== undefined', 'return _type !== undefined'],
  ],
  'server/mcp/notice.ts': [['MCP-12', 'places.slice(0, maxPlaces)', 'places']],
}
