export const models = {
  'provider.variable_is_setting':
    'Variables that begin with VITRINE_ are settings of the server and never the key of a provider. Put the key into another variable, such as OPENAI_API_KEY.',
  'provider.variable_name_refused':
    'Only variables whose names end in _API_KEY are read, so that no other secret of this computer is sent to a provider. Name it so, or allow it with vitrine serve --allow-key-variable NAME.',
  'provider.variable_not_read': 'The variable {variable} is not read for {name}. {remedy}',
  'provider.name_taken': 'There is a provider called {name} already. Choose another name.',
  'provider.none':
    'There is no provider of models yet. Add one in the app under Providers, or with vitrine provider add; a local model such as Ollama costs nothing.',
  'provider.no_model':
    '{name} names no model for {what}. Say in the provider which one to take, send model, or name another provider.',
  'provider.price_unknown':
    'Nobody knows what {model} of {provider} costs, so that no budget can be kept. Enter its price in the app under Providers; 0 says that it costs nothing.',
  'provider.answer_of_wrong_kind':
    'The answer is not what a provider of this kind sends. Check its kind and its address.',
  'provider.content_filter': 'The provider held the answer back by its content filter.',
  'provider.answered': 'The provider answered {status}.',
  'provider.connection_failed': 'The connection to the provider failed ({why}).',
  'provider.connection_cut': 'The connection was cut before the answer was complete.',
  'provider.nothing_answers':
    'Nothing answers at the address. Start the model server, or correct the address.',
  'provider.host_unknown': 'The name in the address is not known. Correct the address, or check the network.',
  'provider.lookup_failed': 'The name in the address cannot be looked up. Check the network.',
  'provider.no_answer': 'The address does not answer. Check it and the network.',
  'provider.redirects':
    'The address redirects {where}, which is not followed. Enter the address where the provider answers itself.',
  'provider.address_not_valid':
    'Send the address of the server, such as http://127.0.0.1:11434 for Ollama or http://127.0.0.1:1234 for LM Studio.',
  'provider.https_needed':
    'Outside of this computer and its network only https is used: over http others could read the key and the catalog.',
  'provider.key_not_readable': 'The stored key cannot be read any more. Enter it again.',
  'provider.no_keyring':
    'This computer has no keyring that is open, so the key would lie readable on the disk. Set one up, such as GNOME Keyring or KWallet, or start the app with the key in an environment variable and enter its name instead.',
  'provider.too_many': 'There are {count} providers already. Delete one that is no longer used.',
  'model.no_answer': 'The model gave no answer.',
  'model.no_answer_within': 'The model gave no answer within {count} seconds.',
  'model.did_not_answer_within': 'The model did not answer within {count} seconds.',
  'model.answer_not_json': 'The model did not answer with JSON.',
  'model.no_picture': 'The model made no picture of this. Word the instructions otherwise.',
  'model.answer_of_wrong_form':
    'The model does not keep to the form that it is asked to answer in. Choose another model.',
  'model.answer_cut_off': 'The answer was cut off at the limit of its length.',
  'model.no_fitting_answer': 'The model gave no answer that fits, asked twice.',
  'generation.provider_gone':
    'The provider of this run is not known any more. Start the run with another one.',
  'generation.data_type_changed':
    'The data type of this attribute has changed since the run was started. Start another run for it.',
  'generation.deleted_meanwhile': 'It has been deleted meanwhile.',
  'generation.too_many_tries':
    'Several definitions are being tried already. Wait for one of them, or stop it.',
  'proposal.moves_refused':
    'You may propose values here, and not move entities. That needs the role editor. An owner of the workspace can give it to you, on the page People.',
  'proposal.values_already_there': 'The entity has these values already.',
  'agent.code_unknown': 'No agent waits with this code. It may have given up, or been answered.',
  'api_key.expires_in_past':
    'This time has passed. Send a later one, or null for a key that does not expire.',
} as const
