// Texture and surface objects in the manifest of a capsule, both ways. Internal to sim/debug.
#pragma once

#include "sim/debug/json_reader.h"
#include "sim/memory/texture.h"

namespace warpscope {

/// Adds "textures", "surfaces" and "next_handle" to the manifest; nothing when no object was ever
/// made.
void write_objects(const ObjectTable& objects, Json& root);
/// Reads them, if they are there; nothing in them is believed.
void read_objects(JsonReader& json, const Json& root, ObjectTable& objects);

} // namespace warpscope
