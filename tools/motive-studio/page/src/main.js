import { mount } from "svelte";
import App from "./App.svelte";
import "./style.css";
import { runAddresses } from "./lib/connection.js";

const told = JSON.parse(document.getElementById("runs").textContent);
mount(App, { target: document.getElementById("app"), props: { addresses: runAddresses(told, location.host) } });
