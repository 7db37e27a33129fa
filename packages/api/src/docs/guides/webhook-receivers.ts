import { html } from '@inlet/runtime'
import { codeBlock } from '../code-block.ts'
import type { Guide } from './guide.ts'

const inNode = `// receiver.mjs — Node 20 or later: node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64')

function isSigned(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false
  const wanted = createHmac('sha256', key).update(\`\${id}.\${time}.\`).update(body).digest()
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each.replace(/^v1,/, ''), 'base64')
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

createServer(async (request, response) => {
  const body = await buffer(request)
  if (!isSigned(request.headers, body)) return response.writeHead(401).end()
  const event = JSON.parse(body)
  console.log(request.headers['webhook-id'], event.type)
  response.writeHead(204).end()
}).listen(Number(process.env.PORT), '127.0.0.1')`

const inPython = `# receiver.py — Python 3.9 or later: python3 receiver.py
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))


def is_signed(headers, body):
    identity, sent_at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{identity}.{sent_at}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(wanted.encode(), each.encode()) for each in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        signed = is_signed(self.headers, body)
        if signed:
            print(self.headers["webhook-id"], json.loads(body)["type"], flush=True)
        self.send_response(204 if signed else 401)
        self.end_headers()


ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()`

const inPhp = `<?php // receiver.php — PHP 8: php -S 127.0.0.1:$PORT receiver.php
$key = base64_decode(preg_replace('/^whsec_/', '', getenv('WEBHOOK_SECRET')));
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$signatures = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');

$wanted = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
$isRecent = ctype_digit($time) && abs(time() - (int) $time) < 300;
$matching = array_filter($signatures, fn ($each) => hash_equals($wanted, $each));
if (!$isRecent || !$matching) {
    http_response_code(401);
    exit;
}
error_log("$id " . json_decode($body)->type);
http_response_code(204);`

const inJava = `// Receiver.java — Java 17 or later: java Receiver.java
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
  static final byte[] KEY = Base64.getDecoder().decode(System.getenv("WEBHOOK_SECRET").replaceFirst("^whsec_", ""));

  static boolean isSigned(String id, String sentAt, String signatures, byte[] body) throws Exception {
    if (id == null || sentAt == null || signatures == null || !sentAt.matches("\\\\d{1,12}")) return false;
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(sentAt)) > 300) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
    mac.update((id + "." + sentAt + ".").getBytes());
    byte[] wanted = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes();
    for (String each : signatures.split(" "))
      if (MessageDigest.isEqual(each.getBytes(), wanted)) return true;
    return false;
  }

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(System.getenv("PORT"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/", exchange -> {
      byte[] body = exchange.getRequestBody().readAllBytes();
      var headers = exchange.getRequestHeaders();
      String id = headers.getFirst("webhook-id");
      int status = 401;
      try {
        if (isSigned(id, headers.getFirst("webhook-timestamp"), headers.getFirst("webhook-signature"), body)) {
          System.out.println(id + " " + new String(body).replaceFirst("(?s).*?\\"type\\":\\"([a-z.]+)\\".*", "$1"));
          status = 204;
        }
      } catch (Exception error) {
        status = 500;
      }
      exchange.sendResponseHeaders(status, -1);
      exchange.close();
    });
    server.start();
  }
}`

/** How a customer's server receives events: four programs that need nothing but their language. */
export const webhookReceivers: Guide = {
  anchor: 'webhook-receivers',
  title: 'Receive webhooks',
  of: () => html`<p>A webhook calls a URL of yours for each event, signed as <a href="https://www.standardwebhooks.com/">Standard Webhooks</a> says. These receivers need nothing but their language. They take the webhook’s secret from <code>WEBHOOK_SECRET</code>, and listen on <code>PORT</code> of loopback, behind your proxy with its certificate. There are also libraries of Standard Webhooks for these and other languages.</p>
<p>Four rules, whatever the language:</p>
<ul>
<li><strong>Verify the bytes of the body</strong>, before they are read as JSON. While a secret is replaced, the header carries two signatures: one of them is enough.</li>
<li><strong>Answer at once</strong>, with any status from 200 to 299, and do the work afterwards. What takes longer than 15 seconds counts as failed, and is sent again.</li>
<li><strong>Drop what you have had</strong>: an event arrives at least once, and always under the same <code>webhook-id</code>.</li>
<li><strong>Do not rely on the order</strong> of events.</li>
</ul>
${codeBlock('A receiver in Node', inNode)}
${codeBlock('A receiver in Python', inPython)}
${codeBlock('A receiver in PHP', inPhp)}
${codeBlock('A receiver in Java', inJava)}
<p>A failed call is repeated for about a day, ever more seldom. The dashboard shows each delivery with what was sent and answered, and sends one again, or all that failed since a time. A webhook for which nothing succeeds for five days is disabled, and so is one whose receiver answers 410.</p>`,
}
