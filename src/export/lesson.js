// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The script of a lesson. For each picture of a graph in the page it adds a
// slider over the steps of the first warp, which are data beside the picture
// (lesson_steps.c), and shows a block's code beside the graph when its box is
// activated. Without it the page has the same facts in lists and pictures.
// The build removes lines that begin with // and indentation.
"use strict";
(function () {
	const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

	function element(tag, attributes, text) {
		const made = document.createElement(tag);

		for (const key in attributes)
			made.setAttribute(key, attributes[key]);
		made.textContent = text || "";
		return made;
	}

	// ---- sets of lanes: strings of 0 and 1, lane 0 first ---------------

	function lanesOf(hex, lanes) {
		const bits = hex.replace(/./g, digit =>
			("000" + parseInt(digit, 16).toString(2)).slice(-4));

		return bits.padStart(lanes, "0").split("").reverse().join("")
			.slice(0, lanes);
	}

	const count = bits => bits.replace(/0/g, "").length;

	// Is every lane of a in b?
	const within = (a, b) => a.split("").every((bit, lane) =>
		bit === "0" || b[lane] === "1");

	// "lanes 0 to 16, 20"
	function ranges(bits) {
		let found = [];

		for (const run of bits.matchAll(/1+/g)) {
			const last = run.index + run[0].length - 1;

			found.push(run[0].length === 1 ? last : run.index +
				(run[0].length === 2 ? ", " : " to ") + last);
		}
		if (found.length > 6)
			found = found.slice(0, 6).concat("others");
		return (count(bits) === 1 ? "lane " : "lanes ") + found.join(", ");
	}

	// ---- the steps -----------------------------------------------------

	function read(text) {
		const [lanes, total, blocks, masks, steps] = JSON.parse(text);

		return {lanes, total, blocks, masks, steps};
	}

	// Each a list: what runs, then what waits.
	function unpack(data) {
		const masks = data.masks.map(hex => lanesOf(hex, data.lanes));

		return data.steps.split(" ").map(step => step.split(",").map(pair => {
			const at = pair.split(".").map(digits => parseInt(digits, 36));

			return {block: data.blocks[at[0]], bits: masks[at[1]]};
		}));
	}

	// "B5 (if.then)", or with the function if that is another one
	const nameOf = block => block[0] + (!block[1] ? " of " + block[2]
		: block[2] ? " (" + block[2] + ")" : "");

	// What became of the lanes since the step before.
	function turn(now, before) {
		if (!before || now === before)
			return "";
		if (within(now, before))
			return " The lanes parted.";
		return within(before, now) ? " Lanes met again."
			: " Other lanes run now.";
	}

	function told(steps, i, data) {
		const [runs, ...waits] = steps[i], n = count(runs.bits);
		let text = nameOf(runs.block) + " runs with ";

		text += n === data.lanes ? "all " + n + " lanes."
			: n + " of " + data.lanes + " lanes: " + ranges(runs.bits) + ".";
		text += turn(runs.bits, i ? steps[i - 1][0].bits : "");
		for (const wait of waits)
			text += " " + count(wait.bits) + (count(wait.bits) === 1
				? " waits for " : " wait for ") + nameOf(wait.block) + ".";
		return text;
	}

	// ---- the picture and the source ------------------------------------

	function boxesOf(touch) {
		const boxes = {};

		for (const node of touch.querySelectorAll("g.node"))
			boxes[node.querySelector("title").textContent] = node;
		return boxes;
	}

	// Shade a box: its first shape is the one that is filled.
	function shade(box, kind, share) {
		const shape = box.querySelector("polygon,path");

		box.classList.remove("runs", "waits");
		shape.style.fill = kind !== "runs" ? ""
			: "hsl(38,100%," + (88 - 30 * share) + "%)";
		if (kind)
			box.classList.add(kind);
	}

	// Mark the lines of the block in the source, and show them as `code`.
	function markSource(block, code) {
		const lines = block[3].map(place => document.querySelector(
			"[data-line='" + place.join(":") + "']")).filter(line => line);

		for (const line of document.querySelectorAll("[data-line].at"))
			line.classList.remove("at");
		for (const line of lines)
			line.classList.add("at");
		const texts = lines.map(line => line.textContent.replace(
			/ ( B\d+)+$/, "").replace(/\n$/, ""));
		const blank = Math.min(...texts.map(text =>
			Math.max(8, text.slice(8).search(/\S|$/) + 8)));

		code.textContent = texts.map(text => text.slice(0, 8) +
			text.slice(blank)).join("\n");
		code.hidden = !lines.length;
	}

	// ---- the slider ----------------------------------------------------

	function player(touch, data) {
		const steps = unpack(data), boxes = boxesOf(touch);
		const bar = element("div", {"class": "bar", "role": "group",
			"aria-label": "The first warp, step by step"});
		const slider = element("input", {"type": "range", "min": 1,
			"max": steps.length, "value": 1, "aria-label": "Step"});
		const number = element("span", {"class": "note"});
		const now = element("p", {"aria-live": "polite"});
		const lanes = element("div", {"class": "lanes", "aria-hidden": "true"});
		const code = element("pre", {"tabindex": 0, "role": "group",
			"aria-label": "The block's lines of the source"});
		let timer = 0;

		function show() {
			const i = slider.value - 1, [runs, ...waits] = steps[i];

			Object.values(boxes).forEach(box => shade(box));
			for (const wait of waits)
				if (boxes[wait.block[1]])
					shade(boxes[wait.block[1]], "waits");
			if (boxes[runs.block[1]])
				shade(boxes[runs.block[1]], "runs",
					count(runs.bits) / data.lanes);
			Array.from(lanes.children).forEach((cell, lane) => {
				cell.className = runs.bits[lane] === "1" ? "runs" : "";
			});
			number.textContent = " step " + slider.value + " of " +
				data.total + (steps.length === data.total ? "" :
				", of which the first " + steps.length + " are here");
			slider.setAttribute("aria-valuetext", number.textContent);
			now.textContent = told(steps, i, data);
			markSource(runs.block, code);
		}

		// Go to a step, and scroll until its box is below the bar.
		function go(to) {
			slider.value = to;
			show();
			const shape = touch.querySelector(".runs polygon, .runs path");
			const box = shape ? shape.getBoundingClientRect() : null;
			const room = box ? box.top - 20 - bar.getBoundingClientRect().bottom
				: 0;

			if (box)
				scrollBy(0, Math.min(room,
					Math.max(0, box.bottom + 20 - innerHeight)));
		}

		// To a step, next or before, that other lanes run.
		function jump(by) {
			let i = slider.value - 1 + by;

			while (steps[i] && steps[i - by][0].bits === steps[i][0].bits)
				i += by;
			if (steps[i])
				go(i + 1);
		}

		function stop() {
			clearInterval(timer);
			timer = 0;
			play.textContent = "Play";
			now.setAttribute("aria-live", "polite");
		}

		function button(text, act) {
			const made = element("button", {"type": "button"}, text);

			made.addEventListener("click", () => {
				const played = timer;

				stop();
				act(played);
			});
			bar.append(made);
			return made;
		}

		function start(played) {
			if (played)
				return;
			now.setAttribute("aria-live", "off");
			play.textContent = "Stop";
			timer = setInterval(() => {
				go(+slider.value + 1);
				if (+slider.value === steps.length)
					stop();
			}, 500);
		}

		bar.append(slider, number, element("br"));
		button("Previous step", () => go(+slider.value - 1));
		button("Next step", () => go(+slider.value + 1));
		button("Previous change of lanes", () => jump(-1));
		button("Next change of lanes", () => jump(1));
		const play = button("Play", start);
		play.hidden = still;
		for (let lane = 0; lane !== data.lanes; lane++)
			lanes.append(element("i"));
		bar.append(lanes, now, code);
		slider.addEventListener("input", () => {
			stop();
			go(slider.value);
		});
		touch.prepend(bar);
		show();
	}

	// ---- the blocks ----------------------------------------------------

	function cards(touch) {
		const card = element("div", {"class": "card", "role": "region",
			"aria-label": "A block", "tabindex": -1, "hidden": ""});
		let from = null;

		function close() {
			card.hidden = true;
			from.focus();
		}

		function open(link, block) {
			const shut = element("button", {"type": "button"}, "Close");

			from = link;
			card.replaceChildren(shut);
			for (const part of block.children)
				card.append(part.cloneNode(true));
			card.hidden = false;
			card.focus({preventScroll: true});
			shut.addEventListener("click", close);
		}

		touch.querySelector("figure").after(card);
		card.addEventListener("keydown", event => {
			if (event.key === "Escape")
				close();
		});
		for (const link of touch.querySelectorAll("svg a")) {
			const block = document.querySelector(link.getAttribute("href"));

			link.setAttribute("aria-label", "Block " +
				block.querySelector("strong").textContent);
			link.addEventListener("click", event => {
				event.preventDefault();
				open(link, block);
			});
		}
	}

	for (const touch of document.querySelectorAll(".touch")) {
		const data = touch.querySelector("script");

		cards(touch);
		if (data)
			player(touch, read(data.textContent));
	}
}());
