-- Rows as a file of schema 12 holds them, from before the inbox and the outbox knew of several channels.
INSERT INTO inbox (seq, bot_id, update_id, kind, lane, body, received_at, state, turn, attempts)
VALUES (42, 123, 900, 'message', 'telegram:tg_main:chat:7:user:7', '{"n":1}', 1, 'pending', 'telegram:123:900', 1),
       (43, 123, -17, 'message', 'telegram:tg_main:chat:7:user:7', '{"n":2}', 2, 'pending', NULL, 0),
       (99, 123, 905, 'message', 'telegram:tg_main:chat:7:user:7', '{}', 2, 'done', NULL, 0);
DELETE FROM inbox WHERE seq = 99;
INSERT INTO outbox (post, turn, dedupe, chunk, chat, payload, state, created_at)
VALUES (1, 'telegram:123:900', 'answer', 0, '7', '{"text":"hello"}', 'pending', 1);
INSERT INTO live_message (turn, chat, message_id) VALUES ('telegram:123:900', '7', 55), ('telegram:123:901', '7', 0);
INSERT INTO reminders (key, lane, text, due_at, timezone, state)
VALUES ('k', 'telegram:tg_main:chat:7:user:7', 'call mum', 10, 'Europe/Berlin', 'active');
INSERT INTO forget (lane, at, state, subject, report)
VALUES ('telegram:tg_main:chat:7:user:7', 1, 'confirmed', '{"phrase":"x"}', 'done');
INSERT INTO private_lane (lane, since) VALUES ('telegram:tg_main:chat:7:user:7', 5);
INSERT INTO change (at, cause, receipt, text, path, after) VALUES (1, 'c', 'Saved: tea -> a.md', 'tea', 'a.md', x'00');
