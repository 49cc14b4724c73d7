// Answers FlatbushProcess: each line that is read is a command, and is answered by a line when it is done.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {createInterface} from 'node:readline';
import {pathToFileURL} from 'node:url';

const [boxFile, windowFile, nodeSize, self] = process.argv.slice(1);
const {default: Flatbush} = await import(pathToFileURL(createRequire(`${process.cwd()}/`).resolve('flatbush')));
const doubles = file => new Float64Array(new Uint8Array(readFileSync(file)).buffer);
const boxes = doubles(boxFile);
const windows = doubles(windowFile);
let tree;
let offsets;
let ids;

function build() {
    tree = new Flatbush(boxes.length / 4, Number(nodeSize));
    for (let i = 0; i < boxes.length; i += 4) {
        tree.add(boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]);
    }
    tree.finish();
}

function search() {
    const count = windows.length / 4;
    offsets = new Int32Array(count + 1);
    ids = new Int32Array(1024);
    let size = 0;
    for (let i = 0; i < count; i++) {
        for (const id of tree.search(windows[4 * i], windows[4 * i + 1], windows[4 * i + 2], windows[4 * i + 3])) {
            if (self === 'true' && id === i) continue;
            if (size === ids.length) {
                const more = new Int32Array(2 * size);
                more.set(ids);
                ids = more;
            }
            ids[size++] = id;
        }
        offsets[i + 1] = size;
    }
}

// As BoxData.hash.
function hash() {
    let sum = offsets.length;
    for (let i = 0; i < offsets.length - 1; i++) {
        for (let at = offsets[i]; at < offsets[i + 1]; at++) {
            sum += (Math.imul(i, 0x9E3779B1) ^ Math.imul(ids[at], 0x85EBCA77)) >>> 8;
        }
    }
    return sum;
}

const commands = {open: () => 'done', build, search, hash};
for await (const command of createInterface({input: process.stdin})) {
    console.log(String(commands[command]() ?? 'done'));
}
