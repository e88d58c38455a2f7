// Ends with 0 when the service on this machine is alive: the check of a container.
const { HEALTH_PORT, PORT } = process.env;
const port = HEALTH_PORT || PORT || '4040';
const response = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined);
process.exitCode = response?.ok ? 0 : 1;
