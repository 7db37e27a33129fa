// Exit code 0 where the process of this container runs. The image has no other program that could ask.
// biome-ignore lint/style/noProcessEnv: it loads nothing of the server, so that it costs little every ten seconds
const port = process.env.HTTP_PORT || '8080'
const isAlive = await fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(2_000) }).then(
  ({ ok }) => ok,
  () => false,
)
process.exit(isAlive ? 0 : 1)
