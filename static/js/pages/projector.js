// An event for a hall.
import "../events/projector.js";
