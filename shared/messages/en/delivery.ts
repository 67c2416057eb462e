export const delivery = {
  'webhook.owner_allows_network':
    'Only the owner of the workspace allows addresses of this network. Leave it out; the owner is asked for the address.',
  'webhook.address_with_name':
    'The address has a name or a password in it. Leave them out: every request is signed instead.',
  'webhook.too_many': 'A workspace has at most {count, number} webhooks. Delete one that nobody uses.',
  'webhook.owner_turns_on':
    'Only the owner of the workspace turns a webhook on. Ask them to do it in the app.',
  'webhook.pending':
    'The webhook waits for the owner to approve its address, in the app or by vitrine approve.',
  'webhook.not_pending': 'The webhook does not wait for approval. Look at its status.',
  'webhook.maker_gone': 'Who made the webhook is gone or may not read changes any more. Make a new one.',
  'webhook.not_wanted':
    'The receiver answered that it wants no more (410). Turn the webhook on when it does.',
  'webhook.given_up':
    'The receiver took nothing in {count, number} tries; the last time: {reason}. Turn the webhook on when it answers again.',
  'webhook.not_taken': 'The last delivery was not taken: {reason}. It is tried again.',
  'connection.name_taken': 'A connection has the name {name} already. Give another one.',
  'connection.too_many': 'A workspace has at most {count, number} connections. Delete one that nothing uses.',
  'connection.address_with_name':
    'The address has a name or a password in it. Leave them out and enter them as the secret.',
  'connection.host_not_valid': 'Give the name or the address of the server alone, such as files.example.com.',
  'connection.bucket_not_valid': 'Give the name of the bucket alone, such as catalog-files.',
  'connection.secret_form':
    'The secret is one text: a name and a password with a colon between them, or the access key and its secret.',
  'connection.fingerprint_form':
    'The fingerprint of a host key reads SHA256: and 43 signs; only SFTP has one. Test the connection to see it.',
  'connection.folder_not_found': 'The folder is not there. Check its path.',
  'connection.bucket_not_found': 'The bucket is not there. Check its name and the address.',
  'connection.file_not_found': 'There is no file {name}.',
  'connection.file_too_large': 'The file is larger than {count, number} GB, which is as much as is taken.',
  'connection.too_many_files':
    'The folder has more than {count, number} files that match. Move old ones away.',
  'connection.full': 'The disk is full. Make room and run it again.',
  'connection.write_failed':
    'The server could not store the file; its disk may be full. The former file is unchanged.',
  'connection.https_only_reads': 'Files are only read from a web address. Choose a folder, SFTP or S3.',
  'connection.redirects_away':
    'The server leads to {host}. A secret is sent to the server of the connection alone; give that address if it is right.',
  'connection.redirects_too_often': 'The address leads on more than {count, number} times. Check it.',
  'connection.redirects_nowhere': 'The server leads to an address that is none. Check the address.',
  'connection.secret_missing': 'The connection has no secret. Enter it.',
  'connection.secret_refused': 'The server refuses the name or the secret. Enter them again.',
  'connection.answered': 'The server answered {status}. Try again later, or check the address.',
  'connection.too_slow': 'The server took too long. Try again later.',
  'connection.unreachable': 'The place cannot be reached: {reason}.',
  'connection.not_allowed_address':
    'The address {host} is of this computer or its network, or without https. The owner can allow it at the connection.',
  'connection.host_key_unknown':
    'The server shows the host key {fingerprint}. Compare it with the one that its owner names, and accept it.',
  'connection.host_key_changed':
    'The server shows the host key {fingerprint}, not {accepted}. Nothing was sent. Ask who runs the server, and accept the new key only if it is right.',
  'feed.too_many': 'A workspace has at most {count, number} feeds. Delete one that nobody uses.',
  'feed.file_leaves':
    'Give the name of a file in the connection, or a folder in it and the name, such as out/prices.csv.',
  'feed.no_pattern':
    'Give one name without * and ?. Only an import from a folder, SFTP or S3 takes a pattern, in the last part of the name.',
  'feed.unknown_placeholder': 'A name takes date, time and n in braces, not {name}.',
  'feed.no_gzip_of_workbook': 'A workbook is packed already. Leave .gz out, or choose another format.',
  'feed.only_folders_are_watched':
    'Only a folder tells when a file comes. Choose a schedule, or run the feed by hand.',
  'feed.percentage': 'Give a number of per cent from 0 on.',
  'feed.missing_form': 'Say leave, trash, or set with the values that rows which are missing get.',
  'feed.other_direction': 'A feed of the direction {direction} has none of it. Leave it out.',
  'feed.seen_form': 'Name the job of a finished dry run of the same file.',
  'feed.connection_missing': 'connection is missing',
  'feed.profile_missing': 'profile is missing',
  'feed.is_off': 'The feed {name} is off. Turn it on, or run it this once.',
  'feed.is_off_because': 'The feed {name} is off: {reason}. Choose another one for it.',
  'feed.gone': 'The feed was deleted, so its file is not taken.',
  'feed.not_gzip': 'The file ends in .gz and is not packed so, or is cut off. Ask for it again.',
  'feed.waits': 'The run would change more than usual. Look at it, and let it go or drop it.',
  'feed.waits_first': 'The first run of a feed waits. Look at it, and let it go or drop it.',
  'feed.repeated_keys':
    '{count, number} of {rows, number} rows have the key of an earlier row. Nothing was written; ask who made the file.',
  'feed.missing_not_judged':
    '{count, plural, one {# row was refused} other {# rows were refused}}, so nothing was done to what is missing.',
  'feed.rows_failed': 'Some rows were refused; the job tells which and why.',
  'export.too_many_profiles':
    'A workspace has at most {count, number} export profiles. Delete one that nobody uses.',
  'export.profile_unknown': 'There is no export profile of this name.',
} as const
