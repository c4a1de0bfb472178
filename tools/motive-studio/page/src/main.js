import { mount } from "svelte";
import App from "./App.svelte";
import "./style.css";
import { runAddresses } from "./lib/connection.js";

const told = (id) => JSON.parse(document.getElementById(id).textContent);
const recording = told("recording");
const sources = recording ? [recording] : runAddresses(told("runs"), location.host);
mount(App, { target: document.getElementById("app"), props: { sources } });
