/**
 * The devices that stores are on: kinds by the names in specs, their settings, their files, and
 * what their pages cost. Kinds of other modules join as services.
 */
package org.flashgrove.storage.device;
