import type { MutationTable } from './mutations.ts'

/** What the edges promise: transport, credentials, parameters, the owner's surface, threads, files. */
export const edgeMutations: MutationTable = {
  'server/edge/guard.ts': [
    ['ORDER-01', 'if (!hosts.has(host.toLowerCase())) {', 'if (host === undefined) {'],
    ['ORDER-01', '|| countHosts(request.raw.rawHeaders) > 1', ''],
    [
      'ORDER-02',
      'if (origin !== undefined && !origins.has(origin.toLowerCase())) {',
      'if (origin === "null") {',
    ],
    ['ORDER-02', "site !== 'same-origin' &&", "site !== 'same-origin' && site !== 'same-site' &&"],
  ],
  'server/build-app.ts': [
    ['ERROR-04', "reply.header('x-request-id', request.id).headers(", 'reply.headers('],
  ],
  'server/http/public-api.ts': [
    [
      'ORDER-03',
      '    authenticate(request, services)\n',
      '    if (!request.is404) authenticate(request, services)\n',
    ],
    [
      'ORDER-04',
      'if (isUnknownPath(request)) refuseUnknownPath(request, paths)',
      'if (isUnknownPath(request)) throw deletesDisabled()',
    ],
    [
      'ORDER-05',
      "return new CatalogError('forbidden', 'Deletes",
      "return new CatalogError('not_found', 'Deletes",
    ],
    ['ORDER-06', '    requireScopes(request)\n', ''],
    ['RATE-01', '    tellRate(reply, services.rateLimit.count(callerOf(request)))\n', ''],
  ],
  'server/edge/authenticate.ts': [
    ['KEY-10', '/^bearer +(\\S+)$/i', '/^Bearer +(\\S+)$/'],
    [
      'KEY-10',
      'authorization === undefined ? byCookie(request, services) : byBearer(request, services)',
      'byBearer(request, services) ?? byCookie(request, services)',
    ],
    ['KEY-04', "missing.join(' and ')", "'that is needed'"],
    [
      'KEY-02',
      "caller.kind === 'access' ? caller.access.workspaceId : readWorkspaceHeader(request)",
      "typeof request.headers['vitrine-workspace'] === 'string' || caller.kind !== 'access' ? readWorkspaceHeader(request) : caller.access.workspaceId",
    ],
    ['OWNER-01', "callerOf(request).kind === 'access'", 'callerOf(request) === null'],
  ],
  'server/edge/request-context.ts': [
    ['OWNER-02', "if (typeof id === 'string') return id.toLowerCase()", 'return String(id)'],
  ],
  'server/edge/caller.ts': [
    [
      'KEY-03',
      'caller.access?.scopes.includes(scope) !== true',
      'caller.access?.scopes.length === 0 && scope !== undefined',
    ],
    [
      'KEY-05',
      "caller.kind === 'owner') return []",
      "caller.kind === 'owner' || required.some((scope) => scope.endsWith(':jobs') || scope.endsWith(':events'))) return []",
    ],
  ],
  'server/access/access.ts': [['EVENT-01', "type: 'api_key', id, name }", "type: 'api_key', id, name: '' }"]],
  'server/access/api-keys.ts': [
    ['KEY-01', 'const secretLength = 40', 'const secretLength = 39'],
    ['KEY-06', 'this.#byHash.delete(row.hash)\n', ''],
    [
      'KEY-07',
      'expiresAt !== null && expiresAt <= now',
      'expiresAt !== null && expiresAt + 3_600_000 <= now',
    ],
    ['KEY-08', "if (unknown !== undefined) faults.add('scopes', 'invalid_value', allScopes, unknown)\n", ''],
    ['KEY-09', '    this.#noteUse(row)\n', ''],
  ],
  'server/edge/rate-limit.ts': [
    ['RATE-01', 'if (count > this.#perMinute) throw', 'if (count > this.#perMinute * 2) throw'],
    ['RATE-04', "'ratelimit-remaining': this.#perMinute - count", "'ratelimit-remaining': this.#perMinute"],
    [
      'RATE-03',
      "caller.kind === 'owner' || this.#perMinute === 0",
      "(caller.kind === 'owner' && this.#perMinute > 9) || this.#perMinute === 0",
    ],
  ],
  'server/edge/body-parser.ts': [
    [
      'ORDER-10',
      'export const maxBodyBytes = 8 * 1024 * 1024',
      'export const maxBodyBytes = 8 * 1024 * 1024 - 1',
    ],
    ['ORDER-09', '{ fatal: true }', '{ fatal: false }'],
  ],
  'server/edge/below-handlers.ts': [
    [
      'ORDER-11',
      'HTTP/1.1 ${status} ${reasons[status] ??',
      'HTTP/1.1 ${status + 31} ${reasons[status + 31] ??',
    ],
    ['ORDER-11', 'JSON.stringify(toEnvelope(error, origin, requestId))', 'error.message'],
    ['ORDER-17', '!request.complete && response.headersSent', '!response.writable'],
    ['ORDER-17', 'request.complete && !response.writableFinished', '!response.writable'],
  ],
  'server/edge/path-encoding.ts': [
    ['ORDER-09', '  undecodable.add(request)\n', ''],
    ['ORDER-15', 'endsInSlash(url) ? slashAtEnd : sentence', 'sentence'],
  ],
  'server/edge/json-fault.ts': [['ERROR-18', "nextMember: { ',': 'name'", "nextMember: { ',': 'value'"]],
  'server/edge/known-paths.ts': [
    ['ORDER-14', 'if (config?.refusal !== true) for', 'for'],
    ['ERROR-17', 'nearest(sent, [part])', 'undefined'],
    ['ORDER-14', 'config?.refusal !== true', "config?.refusal !== true && method !== 'OPTIONS'"],
  ],
  'server/edge/compress.ts': [
    ['ORDER-16', " || request.caller?.kind !== 'access'", ''],
    ['ORDER-16', 'Buffer.byteLength(payload) >= smallest', 'payload.length >= 0'],
    ['ORDER-16', ' && weightOf(name) >= plain', ''],
  ],
  'server/edge/envelope.ts': [
    ['ERROR-01', 'error.retryAfterSeconds ?? null', 'error.retryAfterSeconds ?? 0'],
    [
      'ERROR-02',
      '...(alternativeAction !== undefined && { alternative_action: alternativeAction })',
      'alternative_action: alternativeAction ?? null',
    ],
    ['ERROR-03', 'is_retriable: error.isRetriable', 'is_retriable: error.status >= 400'],
    ['ERROR-04', 'request_id: requestId,', "request_id: 'x',"],
    ['ERROR-05', '#${error.code}', '#errors'],
  ],
  'server/edge/error-handler.ts': [
    ['ERROR-11', '> deepOffset', '> 10 * deepOffset'],
    ['ERROR-11', "hasFault(error, 'merge_key', 'not_unique')", "hasFault(error, 'merge_key', 'conflict')"],
    [
      'RATE-02',
      "reply.header('retry-after', known.retryAfterSeconds)",
      "reply.header('x-retry-after', known.retryAfterSeconds)",
    ],
  ],
  'server/http/error-docs.ts': [['ERROR-05', '<section id="${code}">', '<section>']],
  'server/edge/structural-faults.ts': [
    [
      'ERROR-08',
      'faults: faults.slice(0, maxFaults)',
      "faults: faults.map(({ field }) => ({ field, issue: 'invalid_value' })).slice(0, maxFaults)",
    ],
  ],
  'server/edge/query-string.ts': [
    ['ERROR-09', '    for (const name of this.names) {', '    for (const name of [] as string[]) {'],
    ['ERROR-09', 'if (values.length > 1) {', 'if (values.length > 9) {'],
    ['LIST-03', 'const isWhole = /^\\d+$/.test(text)', 'const isWhole = /^-?\\d+$/.test(text)'],
    ['LIST-02', 'value >= least && value <= most', 'value <= most'],
    ['FIELDS-04', ".filter((token) => token !== '')", ''],
  ],
  'server/edge/list-params.ts': [
    ['LIST-08', "cursor === '' || offset !== 0", "cursor === ''"],
    ['FILTER-02', 'join === text.toLowerCase()', 'join === text'],
    ['FILTER-01', "operator = 'eq'", "operator = 'contains'"],
    ['ERROR-10', "'invalid_value', filterJoins", "'invalid_value'"],
    [
      'FILTER-17',
      "reader.faults.push({ field, issue: 'not_a_defined_attribute', message: tellClause(name) })\n",
      '',
    ],
    ['FILTER-18', 'values.map((value) =>', 'values.slice(0, 1).map((value) =>'],
    ['SORT-02', 'descending: true', 'descending: false'],
    ['SEARCH-02', '...(q?.trim() && { q })', "...(q !== undefined && { q: q.trim() || 'x' })"],
  ],
  'server/edge/snapshots.ts': [
    ['SNAP-06', '    drop(snapshots, id)\n', ''],
    ['SNAP-03', 'nameOfCaller(callerOf(request))', "'anybody'"],
    ['SNAP-04', 'const maxPerCaller = 8', 'const maxPerCaller = 9'],
    ['SNAP-05', '...list.faults, ...cursorFaults(list)', '...list.faults'],
  ],
  'server/http/routes/entities.ts': [['FIELDS-05', 'fields: toFields(query.fields)', 'fields: undefined']],
  'server/http/routes/channels.ts': [['CHANNEL-03', "method: ['POST', 'PUT', 'PATCH'],", "method: ['PUT'],"]],
  'server/http/routes/jobs.ts': [
    [
      'JOB-02',
      "listJobs', { ...paging, ...query, readable",
      "listJobs', { ...paging, ...query, status: undefined, readable",
    ],
  ],
  'server/catalog/job-queue/job-types.ts': [
    ['JOB-08', 'facts.has(key) ? value : null', 'value'],
    [
      'JOB-08',
      'if (Array.isArray(value)) return withoutEntries(key, value)',
      'if (Array.isArray(value)) return value',
    ],
  ],
  'server/http/routes/files.ts': [
    ['FILE-05', '(extension ?? found.extension) === found.extension && found', 'found'],
    ['FILE-06', 'String(known) === request.query.side', 'known >= Number(request.query.side)'],
    ['FILE-02', "if (!file) throw notFound('The file', noFile)", "if (!file) throw new Error('gone')"],
  ],
  'server/http/routes/events.ts': [
    ['EVENT-11', 'isNarrowed ? wantedBy(filter) : undefined', 'undefined'],
    ['EVENT-09', "isStillGood(caller, ['read:events'])", 'caller !== undefined'],
    ['EVENT-08', 'stream.start(after)', 'stream.start(undefined)'],
    [
      'EVENT-04',
      'return { ...paging, after, filters, faults }',
      'return { ...paging, after: undefined, filters, faults }',
    ],
  ],
  'server/edge/thumbnails.ts': [
    ['FILE-06', 'limitInputPixels: maxPixels', 'limitInputPixels: false'],
    ['FILE-06', '!scalable.includes(file.media_type)', 'false'],
  ],
  'server/edge/send-file.ts': [
    ['FILE-02', '"sandbox; default-src \'none\'"', '"default-src \'self\'"'],
    ['FILE-03', "shownInline.includes(media_type) ? 'inline'", "media_type.startsWith('image/') ? 'inline'"],
  ],
  'server/edge/area.ts': [
    [
      'UPSERT-07',
      'return path.replaceAll(',
      "return path.replace('/vendors/upsert', '/sources/upsert').replaceAll(",
    ],
    [
      'VARIANT-02',
      'return path.replaceAll(',
      "return path.replace('/products/{id}/variants', '/vendors/{id}/variants').replaceAll(",
    ],
    ['WRITE-01', "if (location !== undefined) reply.header('location', apiRoot + location)\n", ''],
    ['DEF-10', "if (etag !== undefined) reply.header('etag', etag)\n", ''],
  ],
  'server/access/session.ts': [
    ['OWNER-03', 'this.#tickets.delete(digest(ticket))', 'this.#tickets.has(digest(ticket))'],
  ],
  'server/catalog/job-queue/read-jobs.ts': [
    ['JOB-01', 'if (!job) throw jobNotFound(id)', 'if (!job) throw new Error(id)'],
    ['JOB-02', "faults.add('status', 'invalid_value', jobStatuses, status)", 'faults.isNoted(status)'],
  ],
  'server/catalog/job-queue/queue.ts': [
    ['JOB-05', 'interruptions > maxInterruptions', 'interruptions > maxInterruptions * 100'],
    [
      'JOB-07',
      "if (job.status === 'queued' && endJob(tx, job.id, 'cancelled', null))",
      "if (job.status === 'cancelled' && endJob(tx, job.id, 'cancelled', null))",
    ],
  ],
  'server/catalog/job-queue/saved-so-far.ts': [
    ['SPACE-09', 'saved: created + updated + changed + unchanged', 'saved: 0'],
  ],
  'server/workspaces/job-runner.ts': [
    ['IMPORT-01', "      if (status !== 'failed') await this.#removeFiles(id)\n", ''],
    [
      'JOB-06',
      "{ status: 'failed', result: { error: await this.#describe(job.id, error) } }",
      "{ status: 'completed', result: null }",
    ],
  ],
  'server/store/tables/jobs.ts': [
    ['JOB-02', 'id < ? ORDER BY id DESC', 'id < ? ORDER BY id'],
    ['JOB-03', "if (status === 'completed') return 100\n", ''],
    [
      'JOB-04',
      "SET status = 'queued', lease_until = NULL WHERE",
      "SET status = 'queued', lease_until = NULL, checkpoint = NULL WHERE",
    ],
  ],
  'server/store/file/backup.ts': [['SPACE-06', 'if (existsSync(target))', 'if (target === "")']],
  'server/store/file/migrate.ts': [['SPACE-05', '  await backUpDatabase(database, copy)\n', '']],
  'server/store/file/workspace-file.ts': [
    ['SPACE-04', 'if (header.readUInt32BE(68) !== format.applicationId)', 'if (header.length === 0)'],
  ],
  'server/cli/main.ts': [
    ['CLI-01', "options['json'] === true", 'false'],
    ['CLI-02', 'error instanceof UsageError ? 2 : 1', '1'],
  ],
  'server/edge/openapi/build-document.ts': [
    [
      'DOC-02',
      "groups.add(placed.route.tag ?? 'Owner')",
      "if (placed.path === '/events/stream') continue\n    groups.add(placed.route.tag ?? 'Owner')",
    ],
    ['DOC-01', "openapi: '3.1.0',", "openapi: '3.0.3',"],
  ],
  'server/catalog/imports/write-rows.ts': [
    ['IMPORT-24', 'isOwn && isLeft && keys', 'isOwn && keys'],
    ['IMPORT-24', 'isOwn && isLeft && keys', 'isLeft && keys'],
  ],
  'server/catalog/imports/import-state.ts': [['IMPORT-02', 'errors.slice(0, room)', 'errors.slice(0, 0)']],
  'server/fetch/private-addresses.ts': [
    ['SOURCE-05', 'if (!refuses(address)) return', 'if (refuses) return'],
  ],
  'server/edge/body-budget.ts': [
    ['ORDER-12', 'const maxDepth = 32', 'const maxDepth = 33'],
    ['ORDER-12', 'const maxNodes = 200_000', 'const maxNodes = 300_000'],
  ],
  'server/catalog/job-queue/enqueue-source.ts': [['SOURCE-01', 'job_id: id }', 'job: id }']],
  'server/catalog/job-queue/enqueue-edit.ts': [
    ['BULK-03', 'metadata: { ...told, edit_id: editId }', 'metadata: told'],
  ],
  'server/jobs/sources/decode-text.ts': [
    ['SOURCE-04', "if (text.includes('\\0')) throw unusable", "if (text === '\\0') throw unusable"],
  ],
  'server/store/file/file-lock.ts': [['SPACE-02', "sqlite.exec('BEGIN EXCLUSIVE')", "sqlite.exec('BEGIN')"]],
  'server/edge/minute-windows.ts': [['RATE-02', 'Math.ceil((window.endsAt - now) / 1000)', '1']],
  'server/running-files.ts': [['CLI-03', '      rmSync(serverFile, { force: true })\n', '']],
  'server/workspaces/package-openings.ts': [
    ['PACKAGE-08', 'opening.abort.abort()', 'opening.abort.signal.throwIfAborted()'],
  ],
  'server/workspaces/registry.ts': [
    ['PACKAGE-08', 'removeUnpacked(folder, part)', 'rmSync(unpacked, { force: true })'],
    ['PACKAGE-04', 'asked ?? this.#freeName(info.name)', 'asked ?? info.name'],
    ['SPACE-01', 'if (this.find(parsed)) throw nameTaken(parsed)\n      const folder', 'const folder'],
  ],
}
