/**
 * Devices of stores: kinds with their names in specs, settings, and files. Other modules can add
 * kinds as services ({@link DeviceKind}).
 */
package org.flashgrove.storage.device;
