/** A maker of clients, as a reader of the document uses it. */
interface Maker {
  name: string
  /** Programs of the machine that it needs. */
  needs: string[]
  /** What the reader writes: a program that prints the code of the address's newest message. */
  program: { file: string; text: string }
  /** Makes the client in the folder `client`, compiles both, and runs the program. */
  commands: string
}

const openapiGenerator = (language: string) =>
  `java -Dlog.level=warn -jar "$LIBRARIES/openapi_generator_cli/openapi-generator.jar" generate -i "$DOCUMENT" -g ${language} -o client >&2`
const compiled = `"$NODE" "$MODULES/typescript/bin/tsc" --strict --target es2022 --module commonjs --moduleResolution node10 --outDir built main.ts >&2
echo '{}' > built/package.json
"$NODE" built/main.js`

/** Node's types are not the client's business. */
const settings = `declare const process: { env: Record<string, string> }
const { API = '', KEY = '', ADDRESS = '' } = process.env`
const pythonSettings = `import os
API, KEY, ADDRESS = (os.environ[name] for name in ("API", "KEY", "ADDRESS"))`

/** Those that makers of clients are taken for, in the languages of most readers. */
export const makers: Maker[] = [
  {
    name: 'openapi-generator, typescript-fetch',
    needs: ['java'],
    program: {
      file: 'main.ts',
      text: `import { Configuration, MessagesApi } from './client'
${settings}
async function read() {
  const api = new MessagesApi(new Configuration({ basePath: API, apiKey: KEY }))
  const { data } = await api.listMessages({ address: ADDRESS })
  const message = await api.readMessage({ id: data[0]?.id ?? '', include: 'links' })
  console.log(message.data.otpCode)
}
void read()`,
    },
    commands: `${openapiGenerator('typescript-fetch')}\n${compiled}`,
  },
  {
    name: 'openapi-generator, python',
    needs: ['java', 'python3'],
    program: {
      file: 'main.py',
      text: `${pythonSettings}
from openapi_client import ApiClient, Configuration, MessagesApi
with ApiClient(Configuration(host=API, api_key={"apiKey": KEY})) as client:
    api = MessagesApi(client)
    listed = api.list_messages(ADDRESS)
    print(api.read_message(listed.data[0].id, include="links").data.otp_code)`,
    },
    commands: `${openapiGenerator('python')}
python3 -m compileall -q client
PYTHONPATH="$LIBRARIES:client" python3 main.py`,
  },
  {
    name: 'openapi-generator, go',
    needs: ['java', 'go'],
    program: {
      file: 'main.go',
      text: `package main

import (
	"context"
	"fmt"
	"os"

	client "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("API")}}
	keys := map[string]client.APIKey{"apiKey": {Key: os.Getenv("KEY")}}
	api := client.NewAPIClient(configuration).MessagesAPI
	ctx := context.WithValue(context.Background(), client.ContextAPIKeys, keys)
	listed, _, err := api.ListMessages(ctx, os.Getenv("ADDRESS")).Execute()
	if err != nil {
		panic(err)
	}
	message, _, err := api.ReadMessage(ctx, listed.Data[0].Id).Include("links").Execute()
	if err != nil {
		panic(err)
	}
	fmt.Println(message.Data.GetOtpCode())
}`,
    },
    commands: `${openapiGenerator('go')}
mkdir client/reader
mv main.go client/reader
cd client
go run ./reader`,
  },
  {
    name: 'openapi-generator, java',
    needs: ['java', 'mvn'],
    program: {
      file: 'Main.java',
      text: `import org.openapitools.client.ApiClient;
import org.openapitools.client.api.MessagesApi;

public class Main {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("API"));
    client.setApiKey(System.getenv("KEY"));
    MessagesApi api = new MessagesApi(client);
    System.out.println(api.readMessage(System.getenv("MESSAGE"), "links", null).getData().getOtpCode());
    System.exit(0);
  }
}`,
    },
    commands: `${openapiGenerator('java')}
mv Main.java client/src/main/java
cd client
mvn --quiet --batch-mode compile dependency:build-classpath -Dmdep.outputFile=libraries >&2
java -cp "target/classes:$(cat libraries)" Main`,
  },
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    program: {
      file: 'main.py',
      text: `${pythonSettings}
from client import AuthenticatedClient
from client.api.messages import list_messages, read_message
client = AuthenticatedClient(base_url=API, token=KEY, auth_header_name="X-API-Key", prefix="")
listed = list_messages.sync(ADDRESS, client=client)
print(read_message.sync(listed.data[0].id, client=client, include="links").data.otp_code)`,
    },
    commands: `echo 'post_hooks: []' > settings.yml
export PYTHONPATH="$LIBRARIES"
python3 -m openapi_python_client generate --path "$DOCUMENT" --output-path client --meta none --config settings.yml >&2
python3 -m compileall -q client
python3 main.py`,
  },
  {
    name: 'orval',
    needs: [],
    program: {
      file: 'main.ts',
      text: `import { listMessages, readMessage } from './client/api'
${settings}
async function read() {
  const options = { headers: { 'X-API-Key': KEY } }
  const listed = await listMessages(ADDRESS, {}, options)
  if (listed.status !== 200) throw new Error(listed.data.error.code)
  const answer = await readMessage(listed.data.data[0]?.id ?? '', { include: 'links' }, options)
  if (answer.status !== 200 || typeof answer.data === 'string') throw new Error('no message')
  console.log(answer.data.data.otpCode)
}
void read()`,
    },
    commands: `cat > orval.config.mjs <<END
export default { inlet: { input: '$DOCUMENT', output: { target: 'client/api.ts', client: 'fetch', baseUrl: '$API' } } }
END
"$NODE" "$TOOLS/orval/dist/bin/orval.mjs" --config orval.config.mjs >&2
${compiled}`,
  },
  {
    name: 'hey-api',
    needs: [],
    program: {
      file: 'main.ts',
      text: `import { listMessages, readMessage } from './client'
import { client } from './client/client.gen'
${settings}
async function read() {
  client.setConfig({ baseUrl: API, auth: KEY })
  const listed = await listMessages({ path: { address: ADDRESS }, throwOnError: true })
  const id = listed.data.data[0]?.id ?? ''
  const message = await readMessage({ path: { id }, query: { include: 'links' }, throwOnError: true })
  console.log(message.data.data.otpCode)
}
void read()`,
    },
    commands: `"$NODE" "$TOOLS/@hey-api/openapi-ts/bin/run.js" -i "$DOCUMENT" -o client >&2
${compiled}`,
  },
]
