import type { MutationTable } from './mutations.ts'

/** What came later: agents over OAuth and MCP, attribute classes, exports, backups. */
export const laterMutations: MutationTable = {
  'server/catalog/entities/without-shown.ts': [
    ['COMPUTED-04', 'if (sent.length === 0) return given', 'if (sent.length >= 0) return given'],
  ],
  'server/jobs/generation/make-pictures.ts': [['MAKE-03', 'count: count ?? 1', 'count: 1']],
  'server/jobs/generation/source-type.ts': [['MAKE-04', '| hasXmp', '| 0']],
  'server/catalog/files/unwanted-files.ts': [['MAKE-05', '!named.has(hash)', 'hash']],
  'server/jobs/generation/make-video.ts': [['MAKE-06', 'order: orders.kept?.order,', 'order: undefined,']],
  'server/catalog/generation-runs/plan-auto.ts': [
    ['MAKE-07', "missing: 'empty', stale: 'stale'", "missing: 'empty', stale: 'empty'"],
  ],
  'server/providers/choose-models.ts': [
    ['MAKE-01', 'return named ?? model ?? asKnown', 'return asKnown ?? named ?? model'],
  ],
  'server/catalog/job-queue/enqueue-generation.ts': [
    ['MAKE-02', 'if (unknown) faults.push(', 'if (unknown && body.budget === null) faults.push('],
    ['RUN-05', 'if (!maySpend) throw mayNotSpend()', ''],
  ],
  'server/catalog/clusters/group-values.ts': [
    ['CLUSTER-01', 'if (members.length > 1) groups.push', 'groups.push'],
    ['CLUSTER-05', 'if (!member || taken[at]) continue', 'if (!member) continue'],
    ['CLUSTER-06', 'if (index % 1000 === 0) goOn()', ''],
  ],
  'server/catalog/clusters/fingerprint.ts': [['CLUSTER-02', '.toSorted().join(', '.join(']],
  'server/catalog/clusters/phonetic.ts': [
    ['CLUSTER-03', '[part, part] : [code, second]', "['', ''] : [code, second]"],
  ],
  'server/catalog/clusters/near-texts.ts': [
    ['CLUSTER-04', 'return length < 8 ? 1 : mostEdits', 'return mostEdits'],
  ],
  'shared/clusters.ts': [['CLUSTER-07', "(isFreeText || options !== 'none')", 'isFreeText !== undefined']],
  'server/catalog/clusters/merge-values.ts': [
    ['CLUSTER-08', 'if (next !== value) ids.push(id)', 'ids.push(id)'],
  ],
  'server/catalog/attributes/merge-options.ts': [
    ['CLUSTER-09', '(option) => !left.has(option)', '() => true'],
    ['CLUSTER-10', 'now === left ? old : ', ''],
  ],
  'server/catalog/clusters/check-merge.ts': [
    ['CLUSTER-11', 'if (targets.has(value)) faults', 'if (targets.size < 0) faults'],
  ],
  'server/catalog/clusters/merge-named.ts': [
    ['CLUSTER-13', 'if (called === undefined) renamed', 'if (called !== undefined) renamed'],
  ],
  'server/catalog/clusters/merge-clusters.ts': [
    ['CLUSTER-12', 'ids.length > mostMergedAtOnce ? undefined : ids', 'ids'],
  ],
  'server/catalog/notes/write-notes.ts': [
    ['NOTE-01', "if (text !== undefined && trimmed === '') faults.add('text', 'required')", ''],
    [
      'NOTE-02',
      'done_by: isDone ? (wasDone ? before.done_by : toJson(context.actor)) : null',
      'done_by: null',
    ],
    [
      'NOTE-05',
      'if (text === before.text && status === before.status) return',
      'if (text === before.text) return',
    ],
  ],
  'server/catalog/notes/list-notes.ts': [
    ['NOTE-03', 'has_more: rows.length > page.length', 'has_more: false'],
  ],
  'server/catalog/comments/write-comments.ts': [
    ['COMMENT-01', "if (text !== undefined && trimmed === '') faults.add('text', 'required')", ''],
    [
      'COMMENT-02',
      '(tx, [thread.id]).get(thread.id) ?? 0) >= maxReplies',
      '(tx, [thread.id]).get(thread.id) ?? 0) < 0',
    ],
    ['COMMENT-03', 'resolved_by: isResolved ? toJson(context.actor) : null', 'resolved_by: null'],
    [
      'COMMENT-04',
      'if (keyOfActor(parseJson(row.author)) !== keyOfActor(context.actor))',
      'if (keyOfActor(context.actor) === "")',
    ],
    ['COMMENT-07', 'if (status === before) return', ''],
  ],
  'server/catalog/comments/list-comments.ts': [
    ['COMMENT-06', 'has_more: rows.length > page.length', 'has_more: false'],
  ],
  'server/access/team/notifications.ts': [['COMMENT-10', 'personId === actor.id ? undefined :', '']],
  'server/access/team/worklists.ts': [
    ['WORKLIST-01', '.some(({ id }) => id === personId)) return', '.length > 0) return'],
    ['WORKLIST-02', 'progress: { total, left },', 'progress: { total: left ?? total, left },'],
    ['WORKLIST-03', 'isEditor || (actor.id === assigneeId &&', 'isEditor || (actor.id !== null &&'],
    ['WORKLIST-04', 'assigneeId !== null && assigneeId !== before', 'assigneeId !== null'],
    ['WORKLIST-06', 'doneAt === null ? await this', 'doneAt !== undefined ? await this'],
  ],
  'server/access/team/kept-counts.ts': [['WORKLIST-05', '(now - began) * livesAsLongAs', 'now - began']],
  'server/registry/worklist-operations.ts': [['WORKLIST-07', '.length >= most', '.length > most']],
  'server/access/team/presence.ts': [
    ['PRESENCE-01', 'if (type !== place.type) {', 'if (type === place.type) {'],
    ['PRESENCE-02', 'this.#flush(workspaceId), this.#gatherMs)', 'this.#flush(workspaceId), 0)'],
    ['PRESENCE-03', 'if (sitter.isBehind) this.#tell(workspaceId, type)', ''],
    ['PRESENCE-04', '|| !sitter.line.mayRead(type)) continue', ') continue'],
    ['PRESENCE-05', 'if (this.#seats.get(seat) !== sitter) return', ''],
  ],
  'shared/comments.ts': [['COMMENT-05', 'isWithinWord(text, at) ? undefined :', '']],
  'server/store/tables/comments.ts': [['COMMENT-09', 'AND t.resolved_at IS NULL', '']],
  'server/catalog/merging/move-references.ts': [
    ['MERGE-01', 'id !== source || id !== kept.id', 'id !== source || id === kept.id'],
  ],
  'server/catalog/merging/merge-entities.ts': [
    ['MERGE-02', 'if (merge.includes(id)) place = parent', ''],
    ['MERGE-05', 'merge: { merged_into: toStub(kept) }', 'merge: {}'],
    ['MERGE-06', 'for (const one of merged) moveHangers(tx, context.edit_id, one, kept)', ''],
  ],
  'server/store/tables/merged-lists.ts': [
    ['MERGE-05', 'findLayout(logged.get(list) ?? [], targets, trashed)', 'undefined'],
  ],
  'server/catalog/merging/taken-values.ts': [
    ['MERGE-03', 'readValue(document, attribute.key) ?? null', 'readValue(document, attribute.key) ?? 0'],
  ],
  'server/catalog/merging/check-merge.ts': [
    ['MERGE-04', 'if (from === undefined || !ids.includes(from))', 'if (from === undefined)'],
  ],
  'server/catalog/merging/merge-chunk.ts': [
    ['MERGE-08', '{ limit: chunkSize, context }', '{ limit: 10 * chunkSize, context }'],
  ],
  'server/edge/may-merge.ts': [
    ['MERGE-07', 'if (!mayMerge(request, services)) throw mergingForbidden()', ''],
  ],
  'server/catalog/job-queue/enqueue-merge.ts': [
    ['MERGE-09', 'if (request.body.dry_run === true)', 'if (request.body.dry_run === false)'],
  ],
  'server/catalog/duplicates/collected.ts': [
    ['DUPLICATE-01', 'const digits = readGtin(textOf(value))', 'const digits = textOf(value).slice(0, 14)'],
    ['DUPLICATE-02', 'foldText(text).replaceAll(', 'text.replaceAll('],
  ],
  'server/catalog/duplicates/compare-titles.ts': [
    ['DUPLICATE-03', 'if ([...onlyOne, ...onlyOther].some(isNumber)) return 0', ''],
  ],
  'server/catalog/duplicates/picture-signature.ts': [
    ['DUPLICATE-04', 'return bits <= 4', 'return bits <= 0 && colours < 0'],
  ],
  'server/catalog/duplicates/known-groups.ts': [
    ['DUPLICATE-05', 'ids.every((id) => all.holds(id))', 'ids.some((id) => !all.holds(id))'],
    ['DUPLICATE-06', 'return marks !== undefined && marks ===', 'return marks !== undefined || marks ==='],
  ],
  'server/store/tables/duplicates.ts': [
    ['DUPLICATE-07', 'WHERE m.grp = g.id) > 1)`', 'WHERE m.grp = g.id) > 0)`'],
    ['DUPLICATE-08', 'ORDER BY g.score DESC, g.id LIMIT', 'ORDER BY g.id LIMIT'],
  ],
  'server/catalog/clusters/near-vectors.ts': [
    ['CLUSTER-14', 'if (!(cosine >= leastCosine)) continue', 'if (cosine < 0) continue'],
  ],
  'server/jobs/duplicates/find-duplicates.ts': [
    [
      'DUPLICATE-09',
      'if (await pace.isCancelledAt(80 + Math.floor((15 * start) / groups.length))) return cancelledEnd',
      '',
    ],
  ],
  'server/mcp/mcp-routes.ts': [
    ['MCP-01', "'www-authenticate',", "'x-authenticate',"],
    ['MCP-24', 'counts.set(key, count + 1)', ''],
  ],
  'server/mcp/call-tool.ts': [
    [
      'MCP-02',
      "agent.require(typeof tool.scopes === 'function' ? tool.scopes(args, agent) : tool.scopes)",
      'agent.require([])',
    ],
    ['MCP-03', 'isError: true }', 'isError: false }'],
  ],
  'server/catalog/attribute-classes/effective-classes.ts': [
    [
      'CLASS-01',
      'requirements.indexOf(requirement) < requirements.indexOf(known)',
      'requirements.indexOf(requirement) > requirements.indexOf(known)',
    ],
    ['CLASS-02', 'elsewhere.has(uuid) && !wanted.has(uuid)', '!wanted.has(uuid)'],
    [
      'CLASS-03',
      'if (found.length > 0 || row.parent === null) return found',
      'if (found.length >= 0 || row.parent === null) return found',
    ],
  ],
  'server/catalog/attribute-classes/attribute-classes.ts': [
    [
      'CLASS-05',
      "if (!attribute) return faults.addUnknown(field, 'not_a_defined_attribute', key, byKey) ?? []",
      'if (!attribute) return []',
    ],
  ],
  'server/catalog/exports/parse-export.ts': [['EXP-01', 'clauses: [...ofView, ...own]', 'clauses: [...own]']],
  'server/catalog/exports/export-columns.ts': [
    ['EXP-02', "(traits.writable || values === 'effective')", "values !== 'nothing'"],
  ],
  'server/workspaces/backup-files.ts': [
    ['BACKUP-05', "reason !== 'manual' && reason !== 'migration'", "reason !== 'migration'"],
  ],
  'server/jobs/exports/begin-file.ts': [['EXP-18', 'likeThousands.test(text) ? `${text}0` : text', 'text']],
  'server/catalog/packages/store-entities.ts': [
    ['PACKAGE-01', 'putBelow(tx, row.id, findParent(tx, row, parentId))', 'findParent(tx, row, parentId)'],
  ],
  'server/catalog/packages/read-workspace.ts': [
    ['PACKAGE-03', '(isWhole ? each : { ...each, category_ids: [] })', 'each'],
  ],
  'server/jobs/handlers/create-package.ts': [['PACKAGE-05', 'await part.commit()', 'part.size.toString()']],
  'server/jobs/packages/package-file.ts': [['PACKAGE-06', 'if (sum !== entry.crc32)', 'if (sum < 0)']],
  'server/cli/commands/package.ts': [['PACKAGE-07', 'if (existsSync(file))', "if (file === '')"]],
  'server/oauth/provider.ts': [['AUTH-10', 'rotateRefreshToken: true', 'rotateRefreshToken: false']],
  'server/access/grants.ts': [['AUTH-11', 'this.#byId.delete(id)\n    this.records.forgetGrant(id)\n', '\n']],
  'server/catalog/imports/match-synonyms.ts': [
    ['IMPORT-17', 'return hasUnit && isSameMeasure(ofColumn, unit)', 'return true'],
  ],
  'server/catalog/imports/created-attributes.ts': [
    ['IMPORT-18', 'isHeldByOthers(tx, attribute, jobs)', 'false'],
  ],
  'server/catalog/imports/merge-keys.ts': [
    ['IMPORT-19', 'const isSure = isWhole && isCode &&', 'const isSure ='],
  ],
  'server/catalog/imports/remembered-settings.ts': [['IMPORT-20', 'namePattern(file) === pattern && ', '']],
  'server/catalog/imports/missing-references.ts': [
    ['IMPORT-22', 'creation && request[creation] ? []', 'creation === undefined ? []'],
  ],
  'server/cli/import-summary.ts': [['CLI-07', 'if (fine === 0) return', 'if (fine < 0) return']],
  'server/catalog/channel-files/category-list.ts': [['CHANNEL-11', 'last.length === own.length && ', '']],
  'server/cli/commands/channel-categories.ts': [
    ['CLI-10', 'if (taken.size === 0) return', 'if (taken.size >= 0) return'],
  ],
  'server/jobs/import-files/corrected-rows.ts': [['IMPORT-29', 'texts.get(index) ?? ', '']],
  'server/jobs/import-files/xml/text-languages.ts': [
    ['IMPORT-30', 'canonical(this.#asked) === canonical(language)', 'this.#asked === language'],
  ],
  'server/catalog/generation-runs/plan-tries.ts': [
    [
      'TRY-02',
      'rows: planned.map(({ id, label, skip, prompt })',
      'rows: asked.slice(1).map(({ id, label, skip, prompt })',
    ],
    ['TRY-03', 'own.list) faults.addAll', 'own.list.slice(1)) faults.addAll'],
  ],
  'server/catalog/generation-runs/settle-try.ts': [
    ['TRY-01', 'id: reservation, ...first', '...first, id: -1'],
  ],
  'server/app/generation-routes.ts': [
    ['TRY-04', 'planned.skip === null ? await ask', 'planned.id !== null ? await ask'],
  ],
  'server/edge/end-of-request.ts': [['TRY-05', "socket?.once('end', end)", 'socket?.unref()']],
}
