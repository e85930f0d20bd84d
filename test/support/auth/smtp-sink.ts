import { createServer, type Server } from "node:net";

const REPLIES: Record<string, string> = { DATA: "354 go on\r\n", QUIT: "221 bye\r\n" };

/** A minimal SMTP server that keeps the mails it receives. */
export function smtpSink(): { server: Server; received: string[] } {
  const received: string[] = [];
  const server = createServer((socket) => {
    let letter: string | null = null;
    socket.write("220 sink\r\n");
    socket.on("data", (chunk) => {
      for (const line of chunk.toString().split("\r\n").slice(0, -1)) {
        if (letter === null) {
          if (/^DATA/i.test(line)) letter = "";
          const command = line.slice(0, 4).toUpperCase();
          socket.write(REPLIES[command] ?? "250 ok\r\n");
        } else if (line === ".") {
          received.push(letter);
          letter = null;
          socket.write("250 taken\r\n");
        } else letter += `${line}\n`;
      }
    });
  });
  return { server, received };
}

/** The newest link in a mail, whose lines the transfer encoding has cut. */
export const linkIn = (mail: string): string =>
  /https?:\S+/.exec(mail.replaceAll("=\n", "").replaceAll("=3D", "="))![0];
