// An event for a room.
import "../events/projector.js";
